import type { Answer, Call, Outcome } from './calls.ts'

/**
 * Returns a `fetch` that calls `handle` in process. A call that gets no answer ends only when its signal is aborted.
 */
export function createInProcessFetch(handle: (call: Call) => Promise<Outcome>): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    // Use the given signal instead of `request.signal`: after garbage collection, `request.signal` may no longer follow
    // the given signal.
    const signal = init?.signal ?? request.signal
    signal.throwIfAborted()
    const { pathname, searchParams } = new URL(request.url)
    const call: Call = {
      method: request.method,
      path: pathname,
      query: searchParams,
      authorization: request.headers.get('authorization') ?? undefined,
      contentType: request.headers.get('content-type') ?? undefined,
      header: (name) => request.headers.get(name) ?? undefined,
      body: await request.text(),
    }
    const outcome = await unlessAborted(handle(call), signal)
    if (outcome === 'connection_closed') {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
      })
    }
    return outcome === 'no_answer' ? unlessAborted(new Promise(() => undefined), signal) : response(outcome)
  }
}

function response(answer: Answer): Response {
  const headers = {
    ...answer.headers,
    ...(answer.contentType === '' ? {} : { 'content-type': answer.contentType }),
  }
  return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers })
}

/** Settles as `work` does, but rejects with the signal's reason as soon as the signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
