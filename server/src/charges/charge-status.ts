import { plusMs } from '../kernel/clock.ts'

export const CHARGE_STATUSES = [
  'created',
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'expired',
  'cancelled',
  'failed',
] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/** All status transitions of a charge. No other transition is allowed. */
const TRANSITIONS: Record<ChargeStatus, readonly ChargeStatus[]> = {
  created: ['pending', 'failed'],
  pending: ['paid', 'expired', 'cancelled'],
  expired: ['paid'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  cancelled: [],
  failed: [],
}

export const canMove = (from: ChargeStatus, to: ChargeStatus): boolean => TRANSITIONS[from].includes(to)

/** Whether a payment of the exact amount makes a charge in this status paid. */
export const canBePaid = (status: ChargeStatus): boolean => status === 'created' || canMove(status, 'paid')

/** Whether the network issued the charge. Before that, and after a refusal, it has no Pix. */
export const isIssued = ({ status }: { status: ChargeStatus }): boolean =>
  status !== 'created' && status !== 'failed'

/** The greatest delay of the job that expires charges. */
export const EXPIRY_GRACE_MS = 5_000

/**
 * Returns the status for readers: `expired` instead of `pending` when the expiry job is late beyond its grace time.
 */
export function statusAt(charge: { status: ChargeStatus; expiresAt: Date | null }, now: Date): ChargeStatus {
  const isOver = charge.expiresAt !== null && plusMs(charge.expiresAt, EXPIRY_GRACE_MS) < now
  return charge.status === 'pending' && isOver ? 'expired' : charge.status
}
