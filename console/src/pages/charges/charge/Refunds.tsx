import { chargeMoney as texts, refundReason } from '../texts.ts'
import type { RefundFieldsFragment } from '../../../api/generated/graphql.ts'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import type { Column } from '../../../ui/lists/column.ts'
import { TableSection } from '../../../ui/lists/TableSection.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { RefundStatusBadge } from '../../../shared/StatusBadge.tsx'
import { When } from '../../../ui/values/When.tsx'
import classes from './Payments.module.css'

type Row = RefundFieldsFragment

const columns: readonly Column<Row>[] = [
  { header: texts.reason, cell: (row) => <ReasonCell row={row} />, card: 'title' },
  { header: texts.status, cell: (row) => <RefundStatusBadge status={row.status} />, card: 'noteAside' },
  { header: texts.requested, cell: (row) => <When at={row.requestedAt} />, card: 'note' },
  { header: texts.completed, wide: true, cell: (row) => <When at={row.completedAt} /> },
  { header: texts.amount, align: 'end', cell: (row) => <Money cents={row.amountCents} />, card: 'aside' },
]

export function Refunds({ refunds }: { refunds: Row[] }) {
  return (
    <TableSection
      title={texts.refunds}
      columns={columns}
      rows={refunds}
      rowKey={({ id }) => id}
      empty={texts.refundsEmpty}
    />
  )
}

function ReasonCell({ row }: { row: Row }) {
  const t = useText()
  return (
    <>
      {row.reason === null ? (row.description ?? '—') : t(refundReason[row.reason])}
      {row.failureMessage !== null && <div className="soft">{row.failureMessage}</div>}
      {row.returnId !== null && (
        <div className={classes.endToEnd}>
          <CopyText text={row.returnId} name={t(texts.returnId)} />
        </div>
      )}
    </>
  )
}
