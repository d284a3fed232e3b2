import type { CaseFieldsFragment, RefundFieldsFragment } from '../../../api/generated/graphql.ts'
import type { Text } from '../../../lib/text.ts'
import { refunds as texts } from './texts.ts'

/** A return of money to the payer: a refund, or the return of a dispute or of a held payment. */
export type ReturnedRow = Pick<
  RefundFieldsFragment,
  'id' | 'amountCents' | 'status' | 'requestedAt' | 'completedAt'
> & {
  refund: RefundFieldsFragment | null
  returnedBy: CaseFieldsFragment | null
  /** The text that says what a failure means for the money; null if nothing failed. */
  consequence: Text | null
}

/** Returns everything that was returned to payers of a charge: refunds, disputes and held payments, newest first. */
export function returnedRows(
  refunds: readonly RefundFieldsFragment[],
  cases: readonly CaseFieldsFragment[],
): ReturnedRow[] {
  return [
    ...refunds.map((refund): ReturnedRow => {
      const wasReleased =
        refund.status === 'failed' &&
        cases.some(({ refundId, status }) => refundId === refund.id && status === 'released')
      return { ...refund, refund, returnedBy: null, consequence: wasReleased ? texts.released : null }
    }),
    ...cases.flatMap((row) => returnOf(row) ?? []),
  ].toSorted((a, b) => Date.parse(b.requestedAt) - Date.parse(a.requestedAt))
}

/**
 * Builds the row of the money that a case returned to the payer. Returns null for a refund's case and for a case that
 * returns no money.
 */
function returnOf(row: CaseFieldsFragment): ReturnedRow | null {
  const { id, dispute, openedAt, closedAt } = row
  const common = { id, refund: null, returnedBy: row, completedAt: closedAt, consequence: null }
  const status = closedAt === null ? 'processing' : 'completed'
  if (row.kind === 'held_payment') {
    const held = { ...common, amountCents: row.amountCents, requestedAt: openedAt }
    return closedAt === null && row.exception !== null
      ? { ...held, status: 'failed', consequence: texts.mustRepeat }
      : { ...held, status }
  }
  if (dispute === null || dispute.decidedAt === null) return null
  const amountCents = dispute.status === 'returning' ? dispute.decidedCents : dispute.returnedCents
  if (amountCents === null || amountCents === '0') return null
  return { ...common, status, amountCents, requestedAt: dispute.decidedAt }
}
