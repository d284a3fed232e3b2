import type { RefundFieldsFragment } from '../../../api/generated/graphql.ts'
import { chargeMoney as texts, refundReason } from '../../../lib/i18n/actions.ts'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { DataTable, RowCard, type Column } from '../../../ui/lists/DataTable.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { RefundStatusBadge } from '../../../shared/StatusBadge.tsx'
import { When } from '../../../ui/values/When.tsx'
import classes from './Payments.module.css'

type Row = RefundFieldsFragment

export function Refunds({ refunds }: { refunds: Row[] }) {
  const t = useText()
  const columns: Column<Row>[] = [
    { id: 'reason', header: t(texts.reason), cell: (row) => <ReasonCell row={row} /> },
    { id: 'status', header: t(texts.status), cell: (row) => <RefundStatusBadge status={row.status} /> },
    { id: 'requested', header: t(texts.requested), cell: (row) => <When at={row.requestedAt} /> },
    { id: 'completed', header: t(texts.completed), wide: true, cell: (row) => <When at={row.completedAt} /> },
    {
      id: 'amount',
      header: t(texts.amount),
      align: 'end',
      cell: (row) => <Money cents={row.amountCents} />,
    },
  ]
  return (
    <Section title={t(texts.refunds)} flush={refunds.length > 0}>
      {refunds.length === 0 ? (
        <MutedText>{t(texts.refundsEmpty)}</MutedText>
      ) : (
        <DataTable
          label={t(texts.refunds)}
          columns={columns}
          rows={refunds}
          rowKey={(row) => row.id}
          card={(row) => (
            <RowCard
              title={<ReasonCell row={row} />}
              aside={<Money cents={row.amountCents} />}
              note={<When at={row.requestedAt} />}
              noteAside={<RefundStatusBadge status={row.status} />}
            />
          )}
        />
      )}
    </Section>
  )
}

function ReasonCell({ row }: { row: Row }) {
  const t = useText()
  return (
    <>
      {row.reason === null ? (row.description ?? '—') : t(refundReason[row.reason])}
      {row.failureMessage !== null && <div className="soft">{row.failureMessage}</div>}
      {row.returnId !== null && (
        <div className={classes['endToEnd']}>
          <CopyText text={row.returnId} name={t(texts.returnId)} />
        </div>
      )}
    </>
  )
}
