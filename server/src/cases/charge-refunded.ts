import type { NewEvent } from '../webhooks/events/record-events.ts'
import type { ChargeMoney } from './charge-money.ts'

/** Builds the event that reports an amount returned to the payer by a refund or a dispute. */
export function chargeRefunded(
  money: ChargeMoney,
  by: { refundId: string | null; caseId: string },
): NewEvent {
  return {
    type: 'charge.refunded',
    source: { type: 'charge', id: money.id },
    environment: money.environment,
    data: {
      charge_id: money.id,
      order_reference: money.orderReference,
      amount_cents: money.grossCents.toString(),
      refunded_cents: money.refundedCents.toString(),
      status: money.refundedCents === money.grossCents ? 'refunded' : 'partially_refunded',
      refund_id: by.refundId,
      case_id: by.caseId,
    },
  }
}
