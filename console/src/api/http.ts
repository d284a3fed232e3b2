import { Problem } from '../lib/problem.ts'

/**
 * Sends JSON to a path of the server, with the session's cookie.
 * @throws Problem `offline`: the browser had no network, nothing was sent.
 * @throws Problem `no_answer`: the server may have carried the request out.
 * @throws The reason of `signal` when it was aborted.
 */
export async function post(
  path: string,
  body: unknown,
  options: { headers?: Record<string, string>; signal?: AbortSignal; timeoutMs?: number },
): Promise<Response> {
  const { signal, timeoutMs } = options
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const wasOffline = !navigator.onLine
  return fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { 'content-type': 'application/json', ...options.headers },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, limit].filter((one) => one !== undefined)),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw wasOffline && limit?.aborted !== true
      ? new Problem('The browser is offline.', { code: 'offline' })
      : noAnswer()
  })
}

/** The failure of a request whose answer did not arrive whole. */
export const noAnswer = (): Problem => new Problem('The server did not answer.', { code: 'no_answer' })
