import { Link } from '@tanstack/react-router'
import type { CaseFieldsFragment, RefundFieldsFragment } from '../../../api/generated/graphql.ts'
import { LABELLED_NOTE, type Column } from '../../../ui/lists/column.ts'
import { TableSection } from '../../../ui/lists/TableSection.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { When } from '../../../ui/values/When.tsx'
import { RefundStatusBadge } from '../../../shared/StatusBadge.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import { refundReason } from '../texts.ts'
import { refunds as texts } from './texts.ts'
import classes from './Payments.module.css'

/** A return of money to the payer: a refund, or the return of a dispute or of a held payment. */
type Row = Pick<RefundFieldsFragment, 'id' | 'amountCents' | 'status' | 'requestedAt' | 'completedAt'> & {
  refund: RefundFieldsFragment | null
  returnedBy: CaseFieldsFragment | null
}

const columns: readonly Column<Row>[] = [
  { header: texts.reason, cell: (row) => <ReasonCell row={row} />, card: 'title' },
  { header: texts.status, cell: (row) => <RefundStatusBadge status={row.status} />, card: 'noteAside' },
  { header: texts.requested, cell: (row) => <When at={row.requestedAt} />, card: LABELLED_NOTE },
  { header: texts.completed, wide: true, cell: (row) => <When at={row.completedAt} />, card: LABELLED_NOTE },
  { header: texts.amount, align: 'end', cell: (row) => <Money cents={row.amountCents} />, card: 'aside' },
]

/** Everything that was returned to payers of the charge: refunds, disputes and held payments, newest first. */
export function Refunds({ charge: { refunds, cases } }: { charge: ChargeDetail }) {
  const rows = [
    ...refunds.map((refund): Row => ({ ...refund, refund, returnedBy: null })),
    ...cases.flatMap((row) => returnOf(row) ?? []),
  ].toSorted((a, b) => Date.parse(b.requestedAt) - Date.parse(a.requestedAt))
  return (
    <TableSection
      title={texts.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={texts.empty}
    />
  )
}

/**
 * Builds the row of the money that a case returned to the payer. Returns null for a refund's case and for a case that
 * returns no money.
 */
function returnOf(row: CaseFieldsFragment): Row | null {
  const { id, dispute, openedAt, closedAt } = row
  const common = { id, refund: null, returnedBy: row, completedAt: closedAt }
  const status = closedAt === null ? 'processing' : 'completed'
  if (row.kind === 'held_payment')
    return { ...common, status, amountCents: row.amountCents, requestedAt: openedAt }
  if (dispute === null || dispute.decidedAt === null) return null
  const amountCents = dispute.status === 'returning' ? dispute.decidedCents : dispute.returnedCents
  if (amountCents === null || amountCents === '0') return null
  return { ...common, status, amountCents, requestedAt: dispute.decidedAt }
}

function ReasonCell({ row: { refund, returnedBy } }: { row: Row }) {
  const t = useText()
  if (returnedBy !== null)
    return (
      <Link to="/cases/$caseId" params={{ caseId: returnedBy.id }} search={{ of: returnedBy.merchantId }}>
        {t(returnedBy.kind === 'dispute' ? texts.byDispute : texts.ofHeldPayment)}
      </Link>
    )
  if (refund === null) return '—'
  return (
    <>
      {refund.reason === null ? (refund.description ?? '—') : t(refundReason[refund.reason])}
      {refund.failureMessage !== null && <div className="soft">{refund.failureMessage}</div>}
      {refund.returnId !== null && (
        <div className={classes.endToEnd}>
          <CopyText text={refund.returnId} name={t(texts.returnId)} />
        </div>
      )}
    </>
  )
}
