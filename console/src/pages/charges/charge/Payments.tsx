import { charge as texts, charges, paymentKind } from '../texts.ts'
import { Badge } from '../../../ui/values/Badge.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import type { Column } from '../../../ui/lists/column.ts'
import { TableSection } from '../../../ui/lists/TableSection.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import classes from './Payments.module.css'

type Payment = ChargeDetail['payments'][number]

const columns: readonly Column<Payment>[] = [
  { header: texts.endToEnd, cell: (row) => <EndToEnd payment={row} />, card: 'note' },
  { header: texts.paymentKind, cell: (row) => <Kind payment={row} />, card: 'title' },
  { header: charges.paidAt, cell: (row) => <When at={row.paidAt} />, card: 'noteAside' },
  { header: texts.settled, wide: true, cell: (row) => <When at={row.settledAt} /> },
  { header: charges.amount, align: 'end', cell: (row) => <Money cents={row.amountCents} />, card: 'aside' },
]

/** Every payment of the charge, including duplicates. */
export function Payments({ payments }: { payments: Payment[] }) {
  return (
    <TableSection
      title={texts.payments}
      columns={columns}
      rows={payments}
      rowKey={({ id }) => id}
      empty={texts.paymentsEmpty}
    />
  )
}

function EndToEnd({ payment }: { payment: Payment }) {
  const t = useText()
  return (
    <span className={classes.endToEnd}>
      <CopyText text={payment.endToEndId} name={t(texts.endToEnd)} />
    </span>
  )
}

function Kind({ payment }: { payment: Payment }) {
  const t = useText()
  const name = paymentKind[payment.classification]
  return (
    <Badge tone={payment.classification === 'primary' ? 'success' : 'warning'}>
      {name ? t(name) : payment.classification}
    </Badge>
  )
}
