import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import type { Tables } from '../kernel/database/tables.ts'
import type { Charge } from './charge.entity.ts'
import type { ChargeStatus } from './charge-status.ts'

/** The only stored status that expires, and the status that replaces it. */
const OPEN = 'pending' satisfies ChargeStatus
const OVER = 'expired' satisfies ChargeStatus

/** The greatest delay of the job that expires charges. After it, readers see a pending charge as expired. */
const GRACE_MS = 5_000

const onCharge = expressionBuilder<Tables, 'charge'>()

/** Condition of the charges that the job stores as expired: their expiry time has passed. */
export const isDueToExpire = (now: Date | Expression<Date>): Expression<SqlBool> =>
  onCharge.and([onCharge('charge.status', '=', OPEN), onCharge('charge.expires_at', '<=', now)])

/** A stored pending charge whose expiry time is before this time reads as expired. */
const overdueBefore = (now: Date): Date => plusMs(now, -GRACE_MS)

/**
 * Returns the status for readers: `expired` instead of `pending` when the expiry job is late beyond its grace time.
 */
export function statusAt(charge: Pick<Charge, 'status' | 'expiresAt'>, now: Date): ChargeStatus {
  const { status, expiresAt } = charge
  return status === OPEN && expiresAt !== null && expiresAt < overdueBefore(now) ? OVER : status
}

/** Condition of the stored pending charges that read as `expired`. */
export const isOverdue = (now: Date): Expression<SqlBool> =>
  onCharge.and([onCharge('charge.status', '=', OPEN), onCharge('charge.expires_at', '<', overdueBefore(now))])

/** Condition of the charges that read as `status` and are also stored with it. */
export function isStoredAs(status: ChargeStatus, now: Date): Expression<SqlBool> {
  const isStored = onCharge('charge.status', '=', status)
  if (status !== OPEN) return isStored
  return onCharge.and([isStored, onCharge('charge.expires_at', '>=', overdueBefore(now))])
}

/** Whether overdue charges (`isOverdue`) read as one of the statuses. */
export const includesOverdue = (statuses: readonly ChargeStatus[]): boolean => statuses.includes(OVER)

/** Whether readers may see `status` for a charge that is stored with another status, or the reverse. */
export const dependsOnExpiry = (status: ChargeStatus): boolean => status === OPEN || status === OVER

/** Condition of the charges that read as one of the statuses. Without statuses, all charges match. */
export function readsAsOneOf(statuses: readonly ChargeStatus[], now: Date): Expression<SqlBool> {
  if (statuses.length === 0) return onCharge.lit(true)
  const stored = statuses.map((status) => isStoredAs(status, now))
  return onCharge.or(includesOverdue(statuses) ? [...stored, isOverdue(now)] : stored)
}
