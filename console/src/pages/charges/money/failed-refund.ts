import type { ChargeDetail } from '../charge.query.ts'

/**
 * Returns the newest refund if it failed and can still be requested again. The server decides whether this is the case:
 * it leaves out a failed refund after which another refund was requested.
 */
export function failedRefund<Refund extends { status: string }>(charge: {
  attention: ChargeDetail['attention']
  /** Newest first. */
  refunds: readonly Refund[]
}): Refund | undefined {
  return charge.attention.includes('refund_failed')
    ? charge.refunds.find(({ status }) => status === 'failed')
    : undefined
}
