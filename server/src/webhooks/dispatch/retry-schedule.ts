import { plusMs } from '../../kernel/clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The mean delays before the attempts 2 to 11, in milliseconds. Together, the first four delays last longer than a
 * usual deployment of a receiver. Together, all delays last longer than a weekend.
 */
export const RETRY_DELAYS_MS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  DAY,
] as const

export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1

/** The longest time between an event and its last automatic attempt. Pauses of the endpoint do not extend this time. */
export const SCHEDULE_MS_MAX = 5 * DAY

const RETRY_AFTER_MS_MAX = DAY
/** A delay differs from its mean by at most this fraction, if no `Retry-After` is longer. */
const JITTER = 0.2

export interface FailedAttempt {
  /** The number of attempts of the retry schedule so far, including the failed one. */
  scheduledAttempts: number
  eventCreatedAt: Date
  at: Date
  /** The `Retry-After` of a 429 or 503 response, in milliseconds. Null if there was none. */
  retryAfterMs: number | null
  /** A random number from 0 (inclusive) to 1 (exclusive), for the jitter. */
  random: number
}

/**
 * Returns the time of the next automatic attempt, or null when the schedule has ended. A longer `Retry-After` extends
 * the delay, up to RETRY_AFTER_MS_MAX.
 */
export function nextAttemptAt(failed: FailedAttempt): Date | null {
  const delayMs = RETRY_DELAYS_MS[failed.scheduledAttempts - 1]
  if (delayMs === undefined) return null
  const jittered = delayMs * (1 - JITTER + 2 * JITTER * failed.random)
  const minimumMs = Math.min(failed.retryAfterMs ?? 0, RETRY_AFTER_MS_MAX)
  const next = plusMs(failed.at, Math.round(Math.max(jittered, minimumMs)))
  return next > plusMs(failed.eventCreatedAt, SCHEDULE_MS_MAX) ? null : next
}

/**
 * Parses `Retry-After` (RFC 9110: whole seconds or an HTTP date). Returns the milliseconds from `now`, or null when the
 * header is absent or malformed.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null
  const ms = Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
