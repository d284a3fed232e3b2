import type { FinancialCase } from '../cases/financial-case.entity.ts'
import type { NewEvent } from '../webhooks/events/record-events.ts'
import { deadlineOf, type Dispute } from './dispute.entity.ts'

type Subject = { dispute: Dispute; financialCase: FinancialCase }

/** Builds an event with the current state of a dispute. */
export function disputeEvent(
  type: 'dispute.opened' | 'dispute.closed',
  { dispute, financialCase }: Subject,
  environment: 'production' | 'sandbox' = 'production',
): NewEvent {
  const source = { type: 'case' as const, id: dispute.caseId }
  return { type, source, environment, data: dataOf({ dispute, financialCase }) }
}

/** Builds the warning that the deadline of a dispute is at most `hoursBefore` hours away. */
export function deadlineEvent(
  { dispute, financialCase }: Subject,
  hoursBefore: number,
  environment: 'production' | 'sandbox' = 'production',
): NewEvent {
  return {
    type: 'dispute.deadline',
    source: { type: 'case', id: dispute.caseId },
    environment,
    data: { ...dataOf({ dispute, financialCase }), hours_before: hoursBefore },
  }
}

const dataOf = ({ dispute, financialCase }: Subject) => ({
  case_id: dispute.caseId,
  charge_id: dispute.chargeId,
  order_reference: financialCase.orderReference,
  end_to_end_id: financialCase.endToEndId ?? '',
  amount_cents: financialCase.amountCents.toString(),
  held_cents: financialCase.heldCents.toString(),
  status: dispute.status,
  answer_until: deadlineOf(dispute)?.toISOString() ?? null,
  result: dispute.result,
  returned_cents: dispute.returnedCents.toString(),
})
