import { DONE, type Clock } from '../kernel/clock.ts'

/** The part of the Fetch standard that the adapter needs; the global `fetch` is another one. */
export type PixFetch = (url: string, init: PixRequestInit) => Promise<PixResponse>

export interface PixRequestInit {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  headers: Record<string, string>
  body?: string
  /** A redirect is an answer like any other: following one would carry the token to another place. */
  redirect: 'manual'
  signal: AbortSignal
}

export interface PixResponse {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array> | null
}

export interface HttpRequest {
  method: PixRequestInit['method']
  url: string
  headers: Record<string, string>
  body?: string
}

export type HttpOutcome =
  /** `text` is undefined when the body did not arrive whole, in time and within its bound. */
  | { kind: 'answered'; status: number; text: string | undefined }
  /** Certain that no byte of the request left. */
  | { kind: 'not_sent' }
  /** The request may have been carried out, and nothing tells. */
  | { kind: 'lost' }

/** The end of the time that one operation has, however many calls it makes. */
export interface Deadline {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal
  /** `work`, or undefined once the time is over; the work is then left alone. */
  within<T>(work: Promise<T>): Promise<T | undefined>
}

/** Runs `work` with a deadline `timeoutMs` from now, of `clock`'s time. */
export async function withDeadline<T>(
  clock: Clock,
  timeoutMs: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const over = new AbortController()
  const passed = clock.sleep(timeoutMs, done.signal).then(() => {
    if (!done.signal.aborted) over.abort()
    return undefined
  })
  try {
    return await work({
      signal: over.signal,
      within: (working) => {
        working.catch(() => undefined) // nobody may be left to hear it
        return Promise.race([working, passed])
      },
    })
  } finally {
    done.abort(DONE)
  }
}

/** The largest answer that is read: a page of 1000 payments is about 1 MB. */
export const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/** One HTTP call, headers and body before the deadline. Never throws for what the network may do. */
export async function httpCall(
  fetch: PixFetch,
  request: HttpRequest,
  deadline: Deadline,
): Promise<HttpOutcome> {
  if (deadline.signal.aborted) return { kind: 'not_sent' }
  try {
    const response = await deadline.within(
      fetch(request.url, {
        method: request.method,
        headers: request.headers,
        redirect: 'manual',
        signal: deadline.signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      }),
    )
    if (!response) return { kind: 'lost' }
    const text = await deadline.within(readText(response)).catch(() => undefined)
    return { kind: 'answered', status: response.status, text }
  } catch (error) {
    return { kind: wasNeverSent(error) ? 'not_sent' : 'lost' }
  }
}

async function readText(response: PixResponse): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > ANSWER_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Steps before a connection stands: a fault in one of them proves that nothing left. */
const CONNECTING = new Set(['connect', 'getaddrinfo'])

/** Errors of a connection before a request is given to it. */
const BEFORE_SENDING = new Set([
  'CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Whether an error of fetch proves that the request never left; when in doubt, it may have. */
export function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(wasNeverSent)
  if ('syscall' in error && typeof error.syscall === 'string' && CONNECTING.has(error.syscall)) return true
  if ('code' in error && typeof error.code === 'string' && BEFORE_SENDING.has(error.code)) return true
  return wasNeverSent(error.cause)
}
