import { retryAfterSeconds } from './retry-after.ts'

export interface RetryOptions {
  /** The maximum number of attempts after the first attempt; by default, 4. */
  retries?: number
  /** Sends one request; by default, the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /** Waits for `ms` milliseconds; by default, with a timer. */
  sleep?: (ms: number) => Promise<void>
  /** Returns a random number from 0 to 1, which varies the waiting time. */
  random?: () => number
}

const RETRIES = 4
/** The longest wait in milliseconds before the second attempt. Each further wait may last twice as long. */
const FIRST_WAIT_MS = 500
/** The longest wait before any attempt, without `Retry-After`. */
const WAIT_MS_MAX = 30_000
const RETRIED_STATUSES = new Set([429, 500, 503])

/** Returns whether a repeated request has no further effect at the service. */
const isRepeatable = (request: Request): boolean =>
  request.method === 'GET' || request.headers.has('idempotency-key')

/** Returns whether a retry cannot succeed, because the response is a 503 with the reason `account_not_enabled`. */
const isPermanent = async (response: Response): Promise<boolean> =>
  response.status === 503 && (await response.clone().text()).includes('"account_not_enabled"')

/**
 * Returns a `fetch` that repeats a request after a network error, 429, 500 and 503, with the same body and idempotency
 * key. Before each repetition, it waits as long as `Retry-After` says. Without this header, each wait is about twice as
 * long as the previous wait. Repeats only requests whose repetition has no further effect: GET, and requests with an
 * idempotency key. Does not repeat a request that got the reason `account_not_enabled`.
 */
export function retryingFetch(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { retries = RETRIES, random = Math.random } = options
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request))
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  const backoffMs = (attempt: number): number =>
    Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2)
  return async (request) => {
    if (!isRepeatable(request)) return send(request)
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      try {
        const response = await send(request.clone())
        if (isLast || !RETRIED_STATUSES.has(response.status) || (await isPermanent(response))) return response
        const seconds = retryAfterSeconds(response)
        await sleep(seconds === undefined ? backoffMs(attempt) : seconds * 1_000)
      } catch (error) {
        if (isLast || request.signal.aborted) throw error
        await sleep(backoffMs(attempt))
      }
    }
  }
}
