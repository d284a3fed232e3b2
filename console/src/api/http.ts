import { shownTestAccount } from '../lib/environment.ts'
import { Problem } from '../lib/problem.ts'
import { isUserActive, recordSecondsLeft } from './session-timer.ts'
import { tabOwner } from './person.ts'

let session = new AbortController()

/** Aborts every pending request. Call this function when the session has ended. */
export function abortRequests(): void {
  session.abort()
  session = new AbortController()
}

export interface PostOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
  /** If true, the server refuses the request unless the session belongs to the owner of this tab. */
  asOwner?: boolean
  /** If true, the request uses the production environment even if the page shows a test account. */
  usesProduction?: boolean
}

/**
 * Posts JSON to a path of the server, with the session cookie.
 * @throws Problem `offline`: the browser was offline and sent nothing.
 * @throws Problem `no_answer`: no response arrived, so the server may have executed the request.
 * @throws The abort reason when `signal` or the end of the session aborted the request.
 */
export async function post(path: string, body: unknown, options: PostOptions): Promise<Response> {
  const { signal, timeoutMs } = options
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const { signal: ended } = session
  const wasOffline = !navigator.onLine
  const response = await fetch(pathOf(path, options), {
    method: 'POST',
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { 'content-type': 'application/json', ...sessionHeaders(options), ...options.headers },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, timeout, ended].filter((given) => given !== undefined)),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true || ended.aborted) throw cause
    throw wasOffline && timeout?.aborted !== true
      ? new Problem('The browser is offline.', { code: 'offline' })
      : noAnswer()
  })
  recordSecondsLeft(response.headers.get('x-session-seconds-left'))
  return response
}

/** Returns the test account that a request uses; null for production. */
const testAccountOf = ({ usesProduction = false }: PostOptions): string | null =>
  usesProduction ? null : shownTestAccount()

/**
 * Returns the path of a request in its environment. The paths differ, so that a server process of a build without test
 * accounts refuses a request for a test account.
 */
const pathOf = (path: string, options: PostOptions): string =>
  testAccountOf(options) === null ? path : `/test-account${path}`

function sessionHeaders(options: PostOptions): Record<string, string> {
  const owner = options.asOwner === true ? tabOwner() : null
  const testAccount = testAccountOf(options)
  return {
    ...(testAccount === null ? {} : { 'x-test-account': testAccount }),
    ...(isUserActive() ? {} : { 'x-by-itself': '1' }),
    ...(owner === null ? {} : { 'x-staff-id': owner }),
  }
}

/** Creates the problem of a request whose response did not arrive completely. */
export const noAnswer = (): Problem => new Problem('The server did not answer.', { code: 'no_answer' })
