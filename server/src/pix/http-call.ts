import { DONE, type Clock } from '../kernel/clock.ts'
import { tlsFaultOf, type TlsFault } from './credentials/tls-fault.ts'

/** The part of the Fetch standard that the Pix adapter needs. The global `fetch` has this type. */
export type PixFetch = (url: string, init: PixRequestInit) => Promise<PixResponse>

export interface PixRequestInit {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  headers: Record<string, string>
  body?: string
  /** Redirects are not followed, because that would send the access token to another host. */
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
  /** `text` is undefined when the response body was incomplete, late or larger than ANSWER_BYTES_MAX. */
  | { kind: 'answered'; status: number; text: string | undefined }
  /** The PSP did not get the request, or discarded it within the TLS handshake. */
  | { kind: 'not_sent'; fault?: TlsFault }
  /** The request may have been executed, but no response arrived. */
  | { kind: 'lost' }

/** The deadline of one operation, which may make several calls. */
export interface Deadline {
  /** A signal that is aborted at the deadline. */
  readonly signal: AbortSignal
  /**
   * Resolves with the result of `work`, or with undefined if the deadline comes first. At the deadline, `work` is not
   * stopped, but its result is ignored.
   */
  within<T>(work: Promise<T>): Promise<T | undefined>
}

/**
 * Runs `work` with a deadline. The deadline is `timeoutMs` from now by `clock`, or the abort of `signal` if that is
 * earlier.
 */
export async function withDeadline<T>(
  clock: Clock,
  timeoutMs: number,
  work: (deadline: Deadline) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const done = new AbortController()
  const over = new AbortController()
  const wake = signal ? AbortSignal.any([done.signal, signal]) : done.signal
  const passed = clock.sleep(timeoutMs, wake).then(() => {
    if (!done.signal.aborted) over.abort()
    return undefined
  })
  try {
    return await work({
      signal: over.signal,
      within: (working) => {
        working.catch(() => undefined) // after the deadline nothing else handles a rejection
        return Promise.race([working, passed])
      },
    })
  } finally {
    done.abort(DONE)
  }
}

/** The largest response body that is read. A page of 1000 payments is about 1 MB. */
export const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/** Makes one HTTP call and reads headers and body before the deadline. Never throws for a network error. */
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
    const fault = tlsFaultOf(error)
    if (fault !== undefined) return { kind: 'not_sent', fault }
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

/**
 * The system calls that a client makes before it has a connection. An error in one of these system calls proves that
 * nothing was sent.
 */
const CONNECTING = new Set(['connect', 'getaddrinfo'])

/** Returns whether an error of `fetch` proves that the request was not sent. Returns false in case of doubt. */
export function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(wasNeverSent)
  if ('syscall' in error && typeof error.syscall === 'string' && CONNECTING.has(error.syscall)) return true
  if ('code' in error && error.code === 'CONNECT_TIMEOUT') return true
  return wasNeverSent(error.cause)
}
