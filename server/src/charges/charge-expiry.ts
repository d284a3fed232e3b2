import type { Expression, SqlBool } from 'kysely'
import { onCharge } from './charge.queries.ts'
import { OPEN, OVER, overdueBefore, type ChargeStatus } from './charge-status.ts'

/**
 * Returns the condition of pending charges whose expiry time has passed. The expiry job changes the stored status of
 * these charges to `expired`.
 */
export const isDueToExpire = (now: Date | Expression<Date>): Expression<SqlBool> =>
  onCharge.and([onCharge('charge.status', '=', OPEN), onCharge('charge.expires_at', '<=', now)])

/** Returns the condition of overdue charges, which are stored as `pending` but shown as `expired`. */
export const isOverdue = (now: Date): Expression<SqlBool> =>
  onCharge.and([onCharge('charge.status', '=', OPEN), onCharge('charge.expires_at', '<', overdueBefore(now))])

/** Returns the condition that selects charges whose stored status is `status` and whose shown status is the same. */
export function isStoredAs(status: ChargeStatus, now: Date): Expression<SqlBool> {
  const isStored = onCharge('charge.status', '=', status)
  if (status !== OPEN) return isStored
  return onCharge.and([isStored, onCharge('charge.expires_at', '>=', overdueBefore(now))])
}

/** Returns whether `statuses` contains `expired`, which is the status shown for overdue charges (`isOverdue`). */
export const includesOverdue = (statuses: readonly ChargeStatus[]): boolean => statuses.includes(OVER)

/** Returns whether the expiry time decides if a charge is shown with `status`. */
export const dependsOnExpiry = (status: ChargeStatus): boolean => status === OPEN || status === OVER

/**
 * Returns the condition of charges that are shown with one of the statuses. If `statuses` is empty, the condition
 * matches all charges.
 */
export function readsAsOneOf(statuses: readonly ChargeStatus[], now: Date): Expression<SqlBool> {
  if (statuses.length === 0) return onCharge.lit(true)
  const stored = statuses.map((status) => isStoredAs(status, now))
  return onCharge.or(includesOverdue(statuses) ? [...stored, isOverdue(now)] : stored)
}
