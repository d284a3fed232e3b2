import { IconQrcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { exports } from '../../lib/i18n/exports.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { ChargeRowFragment } from '../../api/generated/graphql.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { YES_NO } from '../../lib/export-file.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { needsAction } from './needs-action.ts'
import { attentionText, chargeMark, charges as texts, exported } from './texts.ts'
import { chargeStatus } from '../../lib/i18n/status.ts'
import { ChargeStatusBadge } from '../../shared/StatusBadge.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './ChargesPage.module.css'
import { chargesQuery } from './queries.ts'

type Row = ChargeRowFragment

/** The list of charges, newest first. */
export const chargesList = defineList({
  name: 'charges',
  title: texts.title,
  ...chargesQuery,
  filters: {
    ...MERCHANT_FILTER,
    status: [texts.status, chargeStatus],
    orderReference: [texts.orderReference],
    q: [exported.search],
    createdFrom: [exports.from],
    createdTo: [exports.until],
    amountFromCents: [exported.atLeast],
    amountToCents: [exported.atMost],
    latePayment: [texts.mark, { true: chargeMark.late }],
    duplicates: [texts.mark, { true: chargeMark.duplicates }],
    needsAttention: [texts.mark, { true: chargeMark.attention }],
    hasDifference: [texts.mark, { true: chargeMark.difference }],
  },
  columns: [
    {
      header: texts.order,
      cell: (row) => <OrderCell row={row} />,
      card: 'title',
      exports: [
        'order_reference',
        { id: 'merchant', header: exports.merchant },
        { id: 'late', header: texts.late, words: YES_NO },
        { id: 'payments', header: exported.payments },
      ],
    },
    {
      header: texts.amount,
      align: 'end',
      cell: (row) => <AmountCell row={row} />,
      card: 'aside',
      exports: ['amount', { id: 'refunded', header: texts.refundedSoFar }],
    },
    {
      header: texts.status,
      cell: (row) => <ChargeStatusBadge status={row.status} />,
      card: 'noteAside',
      exports: [{ id: 'status', words: chargeStatus }],
    },
    {
      header: texts.payer,
      cell: (row) => <PayerCell row={row} />,
      card: { slot: 'note', label: true, cell: ({ payerName }) => payerName },
      exports: ['payer'],
    },
    {
      header: texts.created,
      cell: (row) => <When at={row.createdAt} />,
      card: { slot: 'note', label: true },
      exports: ['created_at'],
    },
    { header: texts.paidAt, wide: true, cell: (row) => <When at={row.paidAt} />, exports: ['paid_at'] },
    ID_COLUMN,
  ],
  empty: { icon: IconQrcode, title: texts.emptyTitle, body: texts.emptyBody },
  skeletonRows: 12,
})

function OrderCell({ row }: { row: Row }) {
  const t = useText()
  const ofAll = useMerchantChoice() === null
  return (
    <span className={classes.order}>
      <Link
        to="/charges/$chargeId"
        params={{ chargeId: row.id }}
        className={classes.link}
        title={row.orderReference}
      >
        {row.orderReference}
      </Link>
      {ofAll && <span className={classes.merchant}>{row.merchant.name}</span>}
      {row.attention.map((reason) => (
        <span key={reason} className={classes.flag} data-urgent={needsAction(reason)}>
          {needsAction(reason) && `${t(texts.actionNeeded)}: `}
          {t(attentionText(reason, row.status))}
        </span>
      ))}
      {row.paymentsCount > 1 && (
        <span className={classes.flag}>{t(texts.duplicates(row.paymentsCount))}</span>
      )}
    </span>
  )
}

function AmountCell({ row }: { row: Row }) {
  const t = useText()
  return (
    <span className={classes.amount}>
      <Money cents={row.amountCents} />
      {row.refundedCents !== '0' && (
        <span className={classes.note}>
          <Money cents={row.refundedCents} /> {t(texts.refunded)}
        </span>
      )}
    </span>
  )
}

function PayerCell({ row }: { row: Row }) {
  return (
    <span className={classes.payer} title={row.payerName ?? undefined}>
      {row.payerName ?? '—'}
    </span>
  )
}
