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

/** Every move a charge can make; `contract` section 2. What is not here cannot happen. */
const MOVES: Record<ChargeStatus, readonly ChargeStatus[]> = {
  created: ['pending', 'failed'],
  pending: ['paid', 'expired', 'cancelled'],
  expired: ['paid'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  cancelled: [],
  failed: [],
}

/** Whether a charge in `from` may become `to`. */
export const canMove = (from: ChargeStatus, to: ChargeStatus): boolean => MOVES[from].includes(to)

/** Statuses in which an arriving payment of the right amount is the sale itself. */
export const canBePaid = (status: ChargeStatus): boolean => status === 'created' || canMove(status, 'paid')
