/** Why a charge needs attention, the most urgent first. */
export const CHARGE_ATTENTION = [
  'dispute_open',
  'return_failed',
  'return_overdue',
  'refund_failed',
  'held_payment',
  'paid_after_end',
  'difference',
  'dispute_returning',
  'refund_running',
  'issuance_stuck',
  'late_payment',
] as const
export type ChargeAttention = (typeof CHARGE_ATTENTION)[number]
