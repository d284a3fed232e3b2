import type { Clock } from '../../kernel/clock.ts'

/** The breaker opens after this many consecutive failures. */
const FAILURES_MAX = 10
/**
 * The time in milliseconds for which the breaker stays open before it allows one trial call. The time is short, because
 * a trial call costs the PSP little.
 */
const OPEN_MS = 250
/**
 * How many milliseconds the breaker stays open after the report `blocked`. The time is longer than OPEN_MS. Usually,
 * only another certificate, of this service or of the PSP, ends such a failure.
 */
const BLOCKED_MS = 5_000

/**
 * The state of the PSP's API according to one call. The report `unsure` neither opens nor closes the breaker. The
 * report `blocked` opens the breaker at once: certificates prevent every call.
 */
export type Health = 'up' | 'down' | 'blocked' | 'unsure'

/** A circuit breaker for one PSP, which stops calls while the PSP's API is down. */
export interface CircuitBreaker {
  /**
   * Returns whether a call may be made now. An open breaker allows one trial call every `openMs` milliseconds, and
   * after the report `blocked` every `blockedMs` milliseconds. After an allowed call, the caller must `report` its
   * result.
   */
  allows(): boolean
  report(health: Health): void
  /** Returns since when the breaker has been open; undefined while it is closed. */
  openSince(): Date | undefined
}

interface BreakerOptions {
  failuresMax?: number
  openMs?: number
  blockedMs?: number
  /** Returns the credentials in use. When the credentials change, an open breaker allows a trial call at once. */
  credentials?: (() => unknown) | undefined
}

/** Creates a breaker that opens after `failuresMax` consecutive `down` reports and closes on the first `up`. */
export function makeCircuitBreaker(
  clock: Clock,
  {
    failuresMax = FAILURES_MAX,
    openMs = OPEN_MS,
    blockedMs = BLOCKED_MS,
    credentials = () => undefined,
  }: BreakerOptions = {},
): CircuitBreaker {
  let failures = 0
  let retryAtMs = 0
  let isProbing = false
  let used = credentials()
  let openSince: Date | undefined

  return {
    allows() {
      if (failures < failuresMax) return true
      if (used !== credentials()) retryAtMs = 0
      if (isProbing || clock.now().getTime() < retryAtMs) return false
      isProbing = true
      used = credentials()
      return true
    },
    report(health) {
      isProbing = false
      if (health === 'up') failures = 0
      if (health === 'down') failures += 1
      if (health === 'blocked') failures = failuresMax
      if (failures < failuresMax) {
        used = credentials()
        openSince = undefined
        return
      }
      const now = clock.now()
      openSince ??= now
      retryAtMs = now.getTime() + (health === 'blocked' ? blockedMs : openMs)
    },
    openSince: () => openSince,
  }
}
