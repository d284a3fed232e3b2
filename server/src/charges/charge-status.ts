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

/** Returns whether a payment of the exact amount makes a charge with this status paid. */
export const canBePaid = (status: ChargeStatus): boolean => status === 'created' || canMove(status, 'paid')

/**
 * Returns whether the PSP has issued the charge. A charge whose issuance is not known (`created`) or was refused
 * (`failed`) has no BR Code.
 */
export const isIssued = ({ status }: { status: ChargeStatus }): boolean =>
  status !== 'created' && status !== 'failed'
