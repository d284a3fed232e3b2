import type { ChargeMoney } from '../cases/charge-money.ts'
import type { NewEvent } from '../webhooks/events/record-events.ts'
import type { Refund } from './refund.entity.ts'

/** Builds an event with the current state of a refund. */
export function refundEvent(
  type: 'refund.created' | 'refund.completed' | 'refund.failed',
  refund: Refund,
  money: ChargeMoney,
): NewEvent {
  return {
    type,
    source: { type: 'refund', id: refund.id },
    environment: money.environment,
    data: {
      refund_id: refund.id,
      charge_id: refund.chargeId,
      order_reference: money.orderReference,
      amount_cents: refund.amountCents.toString(),
      status: refund.status,
      reason: refund.reason,
      return_id: refund.returnId,
      failure_reason: refund.failureCode,
    },
  }
}
