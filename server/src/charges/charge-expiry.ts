import type { Expression, SqlBool } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import { onCharge } from './charge-columns.ts'
import type { Charge } from './charge.entity.ts'
import type { ChargeStatus } from './charge-status.ts'

/** The stored status of charges that can expire. When they expire, it changes to `expired`. */
const OPEN = 'pending' satisfies ChargeStatus
const OVER = 'expired' satisfies ChargeStatus

/**
 * The accepted delay of the job that expires charges, in milliseconds. If the job is later, readers already see the
 * charge as expired.
 */
const GRACE_MS = 5_000

/** Returns the condition of charges that the job must store as expired, because their expiry time has passed. */
export const isDueToExpire = (now: Date | Expression<Date>): Expression<SqlBool> =>
  onCharge.and([onCharge('charge.status', '=', OPEN), onCharge('charge.expires_at', '<=', now)])

/** Returns the time before which an expiry time makes a pending charge overdue. */
const overdueBefore = (now: Date): Date => plusMs(now, -GRACE_MS)

/**
 * Returns the status that readers see. It is `expired` for a charge that is still stored as `pending` more than
 * GRACE_MS after its expiry time.
 */
export function statusAt(charge: Pick<Charge, 'status' | 'expiresAt'>, now: Date): ChargeStatus {
  const { status, expiresAt } = charge
  return status === OPEN && expiresAt !== null && expiresAt < overdueBefore(now) ? OVER : status
}

/** Returns the condition of overdue charges, which are stored as `pending` but shown as `expired`. */
export const isOverdue = (now: Date): Expression<SqlBool> =>
  onCharge.and([onCharge('charge.status', '=', OPEN), onCharge('charge.expires_at', '<', overdueBefore(now))])

/** Returns the condition of charges that are both stored with `status` and shown with it. */
export function isStoredAs(status: ChargeStatus, now: Date): Expression<SqlBool> {
  const isStored = onCharge('charge.status', '=', status)
  if (status !== OPEN) return isStored
  return onCharge.and([isStored, onCharge('charge.expires_at', '>=', overdueBefore(now))])
}

/** Returns whether `statuses` contains `expired`, which is the status shown for overdue charges (`isOverdue`). */
export const includesOverdue = (statuses: readonly ChargeStatus[]): boolean => statuses.includes(OVER)

/** Returns whether it depends on the expiry time if a stored `pending` charge is shown with `status`. */
export const dependsOnExpiry = (status: ChargeStatus): boolean => status === OPEN || status === OVER

/**
 * Returns the condition of charges that are shown with one of the statuses. Without statuses, it matches all charges.
 */
export function readsAsOneOf(statuses: readonly ChargeStatus[], now: Date): Expression<SqlBool> {
  if (statuses.length === 0) return onCharge.lit(true)
  const stored = statuses.map((status) => isStoredAs(status, now))
  return onCharge.or(includesOverdue(statuses) ? [...stored, isOverdue(now)] : stored)
}
