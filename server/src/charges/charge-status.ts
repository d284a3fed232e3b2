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

/**
 * Whether the network issued the charge. A charge that is not yet issued (`created`) or was refused (`failed`) has no
 * Pix.
 */
export const isIssued = ({ status }: { status: ChargeStatus }): boolean =>
  status !== 'created' && status !== 'failed'
