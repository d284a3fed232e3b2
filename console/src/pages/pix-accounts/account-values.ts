import type { PixAccountState } from '../../api/generated/graphql.ts'
import { DAY_MS } from '../../lib/time/day.ts'

const WARNING_DAYS = 30
const BPS = 10_000

type Calls = { callsCount: number; failedCount: number }

/** Returns the share of failed calls in basis points; null if there were no calls. */
export function errorBps(operations: readonly Calls[]): number | null {
  const calls = operations.reduce((sum, { callsCount }) => sum + callsCount, 0)
  const failed = operations.reduce((sum, { failedCount }) => sum + failedCount, 0)
  return calls === 0 ? null : Math.round((failed * BPS) / calls)
}

/**
 * The shares of failed calls, in basis points, from which a receiving account is degraded and from which it is
 * failing.
 */
const DEGRADED_BPS = 500
const FAILING_BPS = 5_000

export type AccountHealth =
  | { verdict: 'failing'; reason: 'stopped' | 'certificate_expired' | 'errors' }
  | { verdict: 'degraded'; reason: 'avoided' | 'fault' | 'operation' | 'errors' | 'certificate_ending' }
  | { verdict: 'healthy'; reason: 'errors' }
  | { verdict: 'idle'; reason: 'no_calls' }

interface Watched {
  certificateEndsAt: string | null
  operations: readonly Calls[]
  reports: readonly { avoidedSince: string | null; breakerOpenSince: string | null }[]
}

/**
 * Returns the health of a receiving account and the most serious reason for it. `now` is in milliseconds. The
 * function uses the problems that processes report at this moment, and the shares of failed calls of the last 24
 * hours.
 */
export function accountHealth(
  { certificateEndsAt, operations, reports }: Watched,
  now: number,
): AccountHealth {
  const certificate = certificateEndsAt === null ? 'valid' : certificateState(certificateEndsAt, now)
  const failedBps = errorBps(operations)
  if (reports.some(({ breakerOpenSince }) => breakerOpenSince !== null))
    return { verdict: 'failing', reason: 'stopped' }
  if (certificate === 'expired') return { verdict: 'failing', reason: 'certificate_expired' }
  if (failedBps !== null && failedBps >= FAILING_BPS) return { verdict: 'failing', reason: 'errors' }
  if (reports.some(({ avoidedSince }) => avoidedSince !== null))
    return { verdict: 'degraded', reason: 'avoided' }
  if (reports.length > 0) return { verdict: 'degraded', reason: 'fault' }
  if (worstOf(operations) !== undefined) return { verdict: 'degraded', reason: 'operation' }
  if (failedBps !== null && failedBps >= DEGRADED_BPS) return { verdict: 'degraded', reason: 'errors' }
  if (certificate === 'ending') return { verdict: 'degraded', reason: 'certificate_ending' }
  return failedBps === null
    ? { verdict: 'idle', reason: 'no_calls' }
    : { verdict: 'healthy', reason: 'errors' }
}

/** Returns the operation with the largest share of failed calls, if at least half of its calls failed. */
export const worstOf = <Operation extends Calls>(operations: readonly Operation[]): Operation | undefined =>
  operations
    .filter((operation) => (errorBps([operation]) ?? 0) >= FAILING_BPS)
    .toSorted((one, other) => (errorBps([other]) ?? 0) - (errorBps([one]) ?? 0))[0]

/** Returns whether a certificate has expired or expires within 30 days. `now` is in milliseconds. */
export function certificateState(endsAt: string, now: number): 'expired' | 'ending' | 'valid' {
  const leftMs = Date.parse(endsAt) - now
  if (leftMs <= 0) return 'expired'
  return leftMs < WARNING_DAYS * DAY_MS ? 'ending' : 'valid'
}

const NEXT_STATES: Readonly<Record<PixAccountState, readonly PixAccountState[]>> = {
  active: ['draining'],
  draining: ['active', 'off'],
  off: ['active', 'draining'],
}

/**
 * Returns the states to which a person can change a receiving account. The server refuses `off` for an active
 * account.
 */
export const nextStates = (state: PixAccountState): readonly PixAccountState[] => NEXT_STATES[state]
