import type { Text } from '../../text.ts'
import type { CaseFacts } from '../../values/case-action.ts'
import { caseStatus } from '../status.ts'

/** The facts of a case that decide the name of its status. */
export interface CaseStatusFacts extends CaseFacts {
  amountCents: string
  dispute: { status: string; returnedCents: string } | null
}

/** Returns whether the payer got less than the disputed amount back. */
export const isPartlyReturned = ({ status, amountCents, dispute }: CaseStatusFacts): boolean =>
  status === 'returned' && dispute !== null && BigInt(dispute.returnedCents) < BigInt(amountCents)

/** Returns whether the case is of a refund that was not made, so that the payer did not get the money. */
export const isFailedRefund = ({ kind, status }: Pick<CaseFacts, 'kind' | 'status'>): boolean =>
  kind === 'refund' && status === 'released'

/**
 * Returns the name of the status of a case. Tells apart open, accepted and partly returned disputes, and names a failed
 * refund.
 */
export function caseStatusText(row: CaseStatusFacts): Text {
  if (isFailedRefund(row)) return ['Devolução falhou', 'Refund failed']
  if (isPartlyReturned(row)) return ['Devolvido em parte', 'Partially refunded']
  if (row.status === 'open' && row.dispute?.status === 'returning')
    return ['Aceita, em devolução', 'Accepted, being refunded']
  return caseStatus[row.status]
}
