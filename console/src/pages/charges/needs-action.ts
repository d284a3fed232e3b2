import type { ChargeAttention } from '../../api/generated/graphql.ts'

/**
 * Says whether somebody must act, for each reason why a charge needs attention. If the value is false, the situation
 * ends by itself or needs no action at all.
 */
const NEEDS_ACTION: Readonly<Record<ChargeAttention, boolean>> = {
  dispute_open: true,
  return_failed: true,
  return_overdue: true,
  refund_failed: true,
  held_payment: false,
  paid_after_end: false,
  difference: true,
  dispute_returning: false,
  refund_running: false,
  issuance_stuck: true,
  late_payment: false,
}

export const needsAction = (attention: ChargeAttention): boolean => NEEDS_ACTION[attention]
