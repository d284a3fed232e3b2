import type { Clock } from '../kernel/clock.ts'

/** The breaker opens after this many consecutive failures. */
const FAILURES_MAX = 10
/** How long the breaker stays open before it allows one trial call. Short, because a trial costs the network little. */
const OPEN_MS = 250

/** The network's health according to one call. `unsure` changes nothing. */
export type Health = 'up' | 'down' | 'unsure'

/** A circuit breaker for one provider: it stops calls to a network that is down. */
export interface CircuitBreaker {
  /**
   * Whether a call may be made now. While the breaker is open, allows one trial call every `openMs`. The caller must
   * `report` its result.
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
