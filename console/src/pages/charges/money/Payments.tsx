import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { precisionToTellApart, type Precision } from '../../../lib/time/when.ts'
import { LABELLED_NOTE, type Column } from '../../../ui/lists/column.ts'
import { TableSection } from '../../../ui/lists/TableSection.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { Badge } from '../../../ui/values/Badge.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import { ofStatus } from '../texts.ts'
import { paymentKind, payments as texts } from './texts.ts'
import classes from './Payments.module.css'

type Payment = ChargeDetail['payments'][number] & {
  precision: Precision
  chargeStatus: string
  /** The case of a held payment, such as a duplicate; undefined for the payment that is the sale. */
  held: ChargeDetail['cases'][number] | undefined
}

const columns: readonly Column<Payment>[] = [
  {
    header: texts.kind,
    cell: (row) => (
      <>
        <Kind payment={row} />
        <EndToEndId payment={row} />
      </>
    ),
    card: { slot: 'title', cell: (row) => <Kind payment={row} /> },
  },
  { header: texts.endToEnd, card: { slot: 'note', cell: (row) => <EndToEndId payment={row} /> } },
  {
    header: texts.paidAt,
    cell: (row) => <When at={row.paidAt} precision={row.precision} />,
    card: LABELLED_NOTE,
  },
  { header: texts.outcome, cell: (row) => <Outcome payment={row} />, card: 'note' },
  { header: texts.amount, align: 'end', cell: (row) => <Money cents={row.amountCents} />, card: 'aside' },
]

/** Every payment of the charge, including duplicates. Each row says what happened to the payment's money. */
export function Payments({ charge: { payments, cases, status } }: { charge: ChargeDetail }) {
  const rows = useMemo(() => {
    const precision = precisionToTellApart(payments.map(({ paidAt }) => paidAt))
    return payments.map((payment) => ({
      ...payment,
      precision,
      chargeStatus: status,
      held: cases.find(
        ({ kind, endToEndId }) => kind === 'held_payment' && endToEndId === payment.endToEndId,
      ),
    }))
  }, [payments, cases, status])
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

function Kind({ payment }: { payment: Payment }) {
  const t = useText()
  const name = ofStatus(paymentKind, payment.classification, payment.chargeStatus)
  return (
    <Badge tone={payment.classification === 'primary' ? 'success' : 'info'}>
      {name ? t(name) : payment.classification}
    </Badge>
  )
}

function EndToEndId({ payment }: { payment: Payment }) {
  const t = useText()
  return (
    <span className={`${classes.endToEnd} wide`}>
      <CopyText text={payment.endToEndId} name={t(texts.endToEnd)} />
    </span>
  )
}

function Outcome({ payment: { held, settledAt } }: { payment: Payment }) {
  const t = useText()
  if (held === undefined)
    return (
      <>
        {t(texts.sale)}
        {settledAt !== null && (
          <>
            , {t(texts.settled)} <When at={settledAt} precision="day" />
          </>
        )}
      </>
    )
  const text =
    held.closedAt === null ? (held.exception === null ? texts.returning : texts.failed) : texts.returned
  return (
    <span className={classes.outcome}>
      <Link to="/cases/$caseId" params={{ caseId: held.id }} search={{ of: held.merchantId }}>
        {t(text)}
      </Link>
      {held.closedAt !== null && <When at={held.closedAt} />}
    </span>
  )
}
