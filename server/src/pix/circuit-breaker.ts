import type { Clock } from '../kernel/clock.ts'

/** Failures in a row after which the network counts as down. */
const FAILURES_MAX = 10
/**
 * How long it is left alone before one call may try again; short, because a refused call costs the network
 * little.
 */
const OPEN_MS = 250

/** What one call says of the network's health; `unsure` neither helps nor harms. */
export type Health = 'up' | 'down' | 'unsure'

/** Answers for a network that is certainly down, without asking it. One stands before each provider. */
export interface CircuitBreaker {
  /** Whether a call may go out now. While open, one call every `openMs` may: it must `report`. */
  admits(): boolean
  report(health: Health): void
}

/**
 * Opens after `failuresMax` calls in a row that certainly failed, closes on the first one that is answered.
 */
export function makeCircuitBreaker(
  clock: Clock,
  { failuresMax = FAILURES_MAX, openMs = OPEN_MS }: { failuresMax?: number; openMs?: number } = {},
): CircuitBreaker {
  let failures = 0
  let retryAtMs = 0
  let isProbing = false

  return {
    admits() {
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
