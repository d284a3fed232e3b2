import { plusMs } from '../../kernel/clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The delays before attempts 2 to 11; the first four cover a deploy, all of them a weekend. */
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

/** No automatic attempt comes later than this after the event, however often the endpoint was paused. */
export const SCHEDULE_ENDS_MS = 5 * DAY

const RETRY_AFTER_MS_MAX = DAY
const JITTER = 0.2

export interface FailedAttempt {
  /** Attempts of the schedule made so far, this one included. */
  scheduledAttempts: number
  eventCreatedAt: Date
  at: Date
  /** What the receiver asked for with 429 or 503. */
  retryAfterMs: number | null
  /** From 0 (inclusive) to 1 (exclusive). */
  random: number
}

/** When the next automatic attempt is due; null when the schedule is over. */
export function nextAttemptAt(failed: FailedAttempt): Date | null {
  const delayMs = RETRY_DELAYS_MS[failed.scheduledAttempts - 1]
  if (delayMs === undefined) return null
  const jittered = delayMs * (1 - JITTER + 2 * JITTER * failed.random)
  const asked = Math.min(failed.retryAfterMs ?? 0, RETRY_AFTER_MS_MAX)
  const next = plusMs(failed.at, Math.round(Math.max(jittered, asked)))
  return next > plusMs(failed.eventCreatedAt, SCHEDULE_ENDS_MS) ? null : next
}

/** `Retry-After` (RFC 9110: whole seconds, or an HTTP date) as milliseconds from `now`; null when it says nothing. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null
  const ms = Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
