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

/** Returns the states to which a person can change an account. The server refuses `off` for an active account. */
export const nextStates = (state: PixAccountState): readonly PixAccountState[] => NEXT_STATES[state]
