import { Link } from '@tanstack/react-router'
import { precisionToTellApart } from '../../../lib/time/when.ts'
import { LABELLED_NOTE, type Column } from '../../../ui/lists/column.ts'
import { TableSection } from '../../../ui/lists/TableSection.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { When } from '../../../ui/values/When.tsx'
import { RefundStatusBadge } from '../../../shared/StatusBadge.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import { refundReason } from '../texts.ts'
import { returnedRows, type ReturnedRow } from './returned-rows.ts'
import { refunds as texts } from './texts.ts'
import classes from './Payments.module.css'

const precisionOf = ({ requestedAt, completedAt }: ReturnedRow) =>
  precisionToTellApart([requestedAt, completedAt])

const columns: readonly Column<ReturnedRow>[] = [
  { header: texts.reason, cell: (row) => <ReasonCell row={row} />, card: 'title' },
  { header: texts.status, cell: (row) => <RefundStatusBadge status={row.status} />, card: 'noteAside' },
  {
    header: texts.requested,
    cell: (row) => <When at={row.requestedAt} precision={precisionOf(row)} />,
    card: LABELLED_NOTE,
  },
  {
    header: texts.completed,
    wide: true,
    cell: (row) => <When at={row.completedAt} precision={precisionOf(row)} />,
    card: LABELLED_NOTE,
  },
  { header: texts.amount, align: 'end', cell: (row) => <Money cents={row.amountCents} />, card: 'aside' },
]

/** Everything that was returned to payers of the charge: refunds, disputes and held payments, newest first. */
export function Refunds({ charge: { refunds, cases } }: { charge: ChargeDetail }) {
  return (
    <TableSection
      title={texts.title}
      columns={columns}
      rows={returnedRows(refunds, cases)}
      rowKey={({ id }) => id}
      empty={texts.empty}
    />
  )
}

function ReasonCell({ row: { refund, returnedBy, consequence } }: { row: ReturnedRow }) {
  const t = useText()
  if (returnedBy !== null)
    return (
      <>
        <Link to="/cases/$caseId" params={{ caseId: returnedBy.id }} search={{ of: returnedBy.merchantId }}>
          {t(returnedBy.kind === 'dispute' ? texts.byDispute : texts.ofHeldPayment)}
        </Link>
        {consequence !== null && <div className="soft">{t(consequence)}</div>}
      </>
    )
  if (refund === null) return '—'
  return (
    <>
      {refund.reason === null ? (refund.description ?? '—') : t(refundReason[refund.reason])}
      {refund.failureText !== null && <div className="soft">{t(refund.failureText)}</div>}
      {consequence !== null && <div className="soft">{t(consequence)}</div>}
      {refund.returnId !== null && (
        <div className={classes.endToEnd}>
          <CopyText text={refund.returnId} name={t(texts.returnId)} />
        </div>
      )}
    </>
  )
}
