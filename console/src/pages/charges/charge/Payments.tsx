import { charge as texts, charges, paymentKind } from '../../../lib/i18n/finance/charges.ts'
import { Badge } from '../../../ui/values/Badge.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { DataTable, RowCard, type Column } from '../../../ui/lists/DataTable.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import classes from './Payments.module.css'

type Payment = ChargeDetail['payments'][number]

/** Every payment of the charge, including duplicates. */
export function Payments({ payments }: { payments: Payment[] }) {
  const t = useText()
  const columns: Column<Payment>[] = [
    { id: 'e2e', header: t(texts.endToEnd), cell: (row) => <EndToEnd payment={row} /> },
    { id: 'kind', header: t(texts.paymentKind), cell: (row) => <Kind payment={row} /> },
    { id: 'paid', header: t(charges.paidAt), cell: (row) => <When at={row.paidAt} /> },
    { id: 'settled', header: t(texts.settled), wide: true, cell: (row) => <When at={row.settledAt} /> },
    {
      id: 'amount',
      header: t(charges.amount),
      align: 'end',
      cell: (row) => <Money cents={row.amountCents} />,
    },
  ]
  return (
    <Section title={t(texts.payments)} flush={payments.length > 0}>
      {payments.length === 0 ? (
        <MutedText>{t(texts.paymentsEmpty)}</MutedText>
      ) : (
        <DataTable
          label={t(texts.payments)}
          columns={columns}
          rows={payments}
          rowKey={(row) => row.id}
          card={(row) => (
            <RowCard
              title={<Kind payment={row} />}
              aside={<Money cents={row.amountCents} />}
              note={<EndToEnd payment={row} />}
              noteAside={<When at={row.paidAt} />}
            />
          )}
        />
      )}
    </Section>
  )
}

function EndToEnd({ payment }: { payment: Payment }) {
  const t = useText()
  return (
    <span className={classes['endToEnd']}>
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
