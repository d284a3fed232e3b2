import { ListenError } from './state.ts'

/** The maximum time of a call in milliseconds. This time is longer than the time for which a call waits for events. */
const ANSWER_MS_MAX = 40_000

/** The address of the service, and the API key for its calls. */
export interface Service {
  /** The URL of the service, without `/v1` and without a trailing slash. */
  baseUrl: string
  apiKey: string
}

/** The service could not answer now. A later call may succeed. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
  /** How long to wait before the next call, in milliseconds. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** The pause in milliseconds before a call is repeated, if no response arrived or it has no usable `Retry-After`. */
const RETRY_MS = 500

/**
 * Calls the service with the API key. Returns the parsed JSON body of a successful response.
 * @throws UnavailableError when a retry may succeed.
 * @throws ListenError when the service refuses the call.
 */
export async function callService(
  { baseUrl, apiKey }: Service,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal } = {},
): Promise<unknown> {
  const timeout = AbortSignal.timeout(ANSWER_MS_MAX)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const headers = { ...init.headers, authorization: `Bearer ${apiKey}` }
  try {
    const response = await fetch(baseUrl + path, { ...init, headers, signal })
    const text = await response.text()
    if (response.ok) return parseBody(text, baseUrl + path)
    if (response.status === 429 || response.status >= 500)
      throw new UnavailableError(`the service answered ${response.status}`, retryAfterOf(response))
    throw new ListenError(
      `The service refused ${path.split('?', 1)[0]}: ${response.status} ${text.slice(0, 500)}`,
    )
  } catch (error) {
    if (error instanceof UnavailableError || error instanceof ListenError) throw error
    throw new UnavailableError(`${baseUrl} does not answer (${reasonOf(error)})`, RETRY_MS)
  }
}

/** @throws ListenError when the body is not JSON. A wrong base URL often leads to a server that answers with a page. */
function parseBody(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ListenError(
      `${url.split('?', 1)[0]} answered, but not with JSON. Check the base URL of the service.`,
    )
  }
}

/** Returns why a call failed. The message of `fetch` names no reason, but the cause of the error does, for example ECONNREFUSED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

/**
 * Returns the pause in milliseconds that the header `Retry-After` asks for. Returns RETRY_MS if the header does not
 * name 1 to 60 seconds.
 */
function retryAfterOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return seconds > 0 && seconds <= 60 ? seconds * 1_000 : RETRY_MS
}
