import type { Clock } from '../kernel/clock.ts'

/** The breaker opens after this many consecutive failures. */
const FAILURES_MAX = 10
/**
 * The time in milliseconds for which the breaker stays open before it allows one trial call. It is short, because a
 * trial call costs the PSP little.
 */
const OPEN_MS = 250

/** The state of the PSP's API according to one call. The report `unsure` neither opens nor closes the breaker. */
export type Health = 'up' | 'down' | 'unsure'

/** A circuit breaker for one PSP: it stops calls to an API that is down. */
export interface CircuitBreaker {
  /**
   * Returns whether a call may be made now. While the breaker is open, it allows one trial call every `openMs`
   * milliseconds. After an allowed call, the caller must `report` its result.
   */
  allows(): boolean
  report(health: Health): void
}

/** Creates a breaker that opens after `failuresMax` consecutive `down` reports and closes on the first `up`. */
export function makeCircuitBreaker(
  clock: Clock,
  { failuresMax = FAILURES_MAX, openMs = OPEN_MS }: { failuresMax?: number; openMs?: number } = {},
): CircuitBreaker {
  let failures = 0
  let retryAtMs = 0
  let isProbing = false

  return {
    allows() {
      if (failures < failuresMax) return true
      if (isProbing || clock.now().getTime() < retryAtMs) return false
      isProbing = true
      return true
    },
    report(health) {
      isProbing = false
      if (health === 'up') failures = 0
      if (health === 'down') failures += 1
      if (failures >= failuresMax) retryAtMs = clock.now().getTime() + openMs
    },
  }
}
