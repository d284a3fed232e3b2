import type { Expression, SqlBool } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import { onCharge } from './charge-columns.ts'
import type { Charge } from './charge.entity.ts'
import type { ChargeStatus } from './charge-status.ts'

/** Only charges that are stored as `pending` expire. Their status then changes to `expired`. */
const OPEN = 'pending' satisfies ChargeStatus
const OVER = 'expired' satisfies ChargeStatus

/**
 * The accepted delay of the job that expires charges. When the job is later, readers already see the charge as
 * expired.
 */
const GRACE_MS = 5_000

/** Condition of the charges that the job stores as expired: their expiry time has passed. */
export const isDueToExpire = (now: Date | Expression<Date>): Expression<SqlBool> =>
  onCharge.and([onCharge('charge.status', '=', OPEN), onCharge('charge.expires_at', '<=', now)])

/**
 * Returns the limit of overdue charges: readers see a pending charge as expired when its expiry time is before this
 * limit.
 */
const overdueBefore = (now: Date): Date => plusMs(now, -GRACE_MS)

/**
 * Returns the status that readers see: `expired` for a charge that is still stored as `pending` more than GRACE_MS
 * after its expiry time.
 */
export function statusAt(charge: Pick<Charge, 'status' | 'expiresAt'>, now: Date): ChargeStatus {
  const { status, expiresAt } = charge
  return status === OPEN && expiresAt !== null && expiresAt < overdueBefore(now) ? OVER : status
}

/** Condition of the overdue charges: stored as `pending`, but shown to readers as `expired`. */
export const isOverdue = (now: Date): Expression<SqlBool> =>
  onCharge.and([onCharge('charge.status', '=', OPEN), onCharge('charge.expires_at', '<', overdueBefore(now))])

/** Condition of the charges that are stored with `status` and also shown to readers with `status`. */
export function isStoredAs(status: ChargeStatus, now: Date): Expression<SqlBool> {
  const isStored = onCharge('charge.status', '=', status)
  if (status !== OPEN) return isStored
  return onCharge.and([isStored, onCharge('charge.expires_at', '>=', overdueBefore(now))])
}

/** Whether `statuses` contains `expired`, the status in which readers see overdue charges (`isOverdue`). */
export const includesOverdue = (statuses: readonly ChargeStatus[]): boolean => statuses.includes(OVER)

/** Whether the expiry time decides if readers see a stored `pending` charge in `status`. */
export const dependsOnExpiry = (status: ChargeStatus): boolean => status === OPEN || status === OVER

/** Condition of the charges that readers see in one of the statuses. Without statuses, all charges match. */
export function readsAsOneOf(statuses: readonly ChargeStatus[], now: Date): Expression<SqlBool> {
  if (statuses.length === 0) return onCharge.lit(true)
  const stored = statuses.map((status) => isStoredAs(status, now))
  return onCharge.or(includesOverdue(statuses) ? [...stored, isOverdue(now)] : stored)
}
