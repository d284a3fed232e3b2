import type { FinancialCase } from '../cases/financial-case.entity.ts'
import type { NewEvent } from '../webhooks/events/record-events.ts'
import type { Dispute } from './dispute.entity.ts'

/** Builds an event with the current state of a dispute. */
export function disputeEvent(
  type: 'dispute.opened' | 'dispute.deadline' | 'dispute.closed',
  { dispute, financialCase }: { dispute: Dispute; financialCase: FinancialCase },
  environment: 'production' | 'sandbox' = 'production',
): NewEvent {
  return {
    type,
    source: { type: 'case', id: dispute.caseId },
    environment,
    data: {
      case_id: dispute.caseId,
      charge_id: dispute.chargeId,
      order_reference: financialCase.orderReference,
      end_to_end_id: financialCase.endToEndId ?? '',
      amount_cents: financialCase.amountCents.toString(),
      held_cents: financialCase.heldCents.toString(),
      status: dispute.status,
      answer_until: dispute.answerUntil.toISOString(),
      result: dispute.result,
      returned_cents: dispute.returnedCents.toString(),
    },
  }
}
