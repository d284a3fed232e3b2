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
export const DEGRADED_BPS = 500
const FAILING_BPS = 5_000

export type Verdict = 'failing' | 'degraded' | 'healthy' | 'idle'
/** The reasons that make an account failing or degraded, the most serious first. */
const REASONS = [
  'stopped',
  'certificate_expired',
  'avoided',
  'fault',
  'operation',
  'errors',
  'certificate_ending',
] as const
export type HealthReason = (typeof REASONS)[number] | 'no_calls'

interface Watched {
  certificateEndsAt: string | null
  operations: readonly Calls[]
  reports: readonly { avoidedSince: string | null; breakerOpenSince: string | null; fault: string | null }[]
}

/**
 * Returns the health of a receiving account and all reasons for it, the most serious first. `now` is in ms. The
 * function uses the problems that processes report at this moment, and the shares of failed calls of the last 24
 * hours.
 */
export function accountHealth(
  { certificateEndsAt, operations, reports }: Watched,
  now: number,
): { verdict: Verdict; reasons: HealthReason[] } {
  const certificate = certificateEndsAt === null ? 'valid' : certificateState(certificateEndsAt, now)
  const failedBps = errorBps(operations)
  const isFailing = failedBps !== null && failedBps >= FAILING_BPS
  const failing = reasonsOf({
    stopped: reports.some(({ breakerOpenSince }) => breakerOpenSince !== null),
    certificate_expired: certificate === 'expired',
    errors: isFailing,
  })
  const degraded = reasonsOf({
    avoided: reports.some(({ avoidedSince }) => avoidedSince !== null),
    fault: reports.some(
      ({ avoidedSince, breakerOpenSince, fault }) =>
        fault !== null || (avoidedSince === null && breakerOpenSince === null),
    ),
    operation: failingOperations(operations, FAILING_BPS).length > 0,
    errors: !isFailing && failedBps !== null && failedBps >= DEGRADED_BPS,
    certificate_ending: certificate === 'ending',
  })
  const reasons = [...failing, ...degraded]
  if (failing.length > 0) return { verdict: 'failing', reasons }
  if (degraded.length > 0) return { verdict: 'degraded', reasons }
  return failedBps === null
    ? { verdict: 'idle', reasons: ['no_calls'] }
    : { verdict: 'healthy', reasons: ['errors'] }
}

const reasonsOf = (applies: Partial<Record<HealthReason, boolean>>): HealthReason[] =>
  REASONS.filter((reason) => applies[reason] === true)

/**
 * Returns whether new charges use an account. `last` means that an active account gets a new charge only if no other
 * account of the merchant can take the charge.
 */
export function takesNewCharges({
  state,
  reports,
}: Pick<Watched, 'reports'> & { state: PixAccountState }): 'yes' | 'last' | 'no' {
  if (state !== 'active' || reports.some(({ breakerOpenSince }) => breakerOpenSince !== null)) return 'no'
  return reports.some(({ avoidedSince }) => avoidedSince !== null) ? 'last' : 'yes'
}

/** Returns the operations of which at least `leastBps` of the calls failed, the largest share first. */
export const failingOperations = <Operation extends Calls>(
  operations: readonly Operation[],
  leastBps: number,
): Operation[] =>
  operations
    .filter((operation) => (errorBps([operation]) ?? 0) >= leastBps)
    .toSorted((one, other) => (errorBps([other]) ?? 0) - (errorBps([one]) ?? 0))

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
