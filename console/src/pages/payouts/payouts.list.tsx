import { IconTruckDelivery } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { exported, payoutNext, payouts as texts } from './texts.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { PayoutFieldsFragment, PayoutsQuery } from '../../api/generated/graphql.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { actorName, auditActor } from '../../lib/i18n/people/audit.ts'
import { payoutState } from '../../lib/i18n/status.ts'
import { suspensionText } from '../../lib/i18n/finance/suspensions.ts'
import { LABELLED_NOTE } from '../../ui/lists/column.ts'
import { PayoutStateBadge } from '../../shared/StatusBadge.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { When } from '../../ui/values/When.tsx'
import { usePayoutName } from '../../shared/links/payout-name.ts'
import classes from './PayoutLink.module.css'
import { payoutsQuery } from './queries.ts'

/** The list of payouts, newest first. */
export const payoutsList = defineList({
  name: 'payouts',
  title: texts.title,
  ...payoutsQuery,
  filters: {
    ...MERCHANT_FILTER,
    state: [texts.state, payoutState],
    paidFrom: [exported.paidFrom],
    paidTo: [exported.paidUntil],
  },
  columns: [
    {
      header: texts.reference,
      cell: (row) => <PayoutLink row={row} />,
      card: 'title',
      exports: ['reference'],
    },
    {
      header: texts.merchant,
      cell: ({ merchant }) => <span className={classes.merchant}>{merchant.name}</span>,
      card: LABELLED_NOTE,
      exports: ['merchant'],
    },
    {
      header: texts.bankAccount,
      cell: (row) => <AccountCell row={row} />,
      card: { slot: 'note', label: true, cell: (row) => row.bankAccount && <AccountText row={row} /> },
    },
    {
      header: texts.amount,
      align: 'end',
      cell: (row) => <Money cents={row.amountCents} />,
      card: 'aside',
      exports: ['amount'],
    },
    {
      header: texts.state,
      cell: (row) => (
        <>
          <PayoutStateBadge state={row.state} />
          <Suspensions row={row} />
          <div className={`faint ${classes.next}`}>
            <NextStep row={row} />
          </div>
        </>
      ),
      card: { slot: 'noteAside', cell: (row) => <PayoutStateBadge state={row.state} /> },
      exports: [{ id: 'state', words: payoutState }],
    },
    {
      header: texts.paidAt,
      cell: (row, t) => (
        <>
          <When at={row.paidAt} />
          <div className="faint">
            {t(row.reservedAt === null ? texts.createdBy : texts.reservedBy)} {t(actorName(row.createdBy))}{' '}
            {row.state === 'reserved' && <When at={row.createdAt} />}
          </div>
        </>
      ),
      card: {
        slot: 'note',
        label: ({ paidAt }) => (paidAt === null ? texts.reservedAt : texts.paidAt),
        cell: ({ paidAt, createdAt }) => <When at={paidAt ?? createdAt} />,
      },
      exports: ['paid_at'],
    },
    {
      header: texts.nextStep,
      card: {
        slot: 'note',
        label: true,
        cell: (row) => (
          <>
            <NextStep row={row} />
            <Suspensions row={row} />
          </>
        ),
      },
    },
    { header: texts.createdBy, exports: [{ id: 'created_by', words: auditActor }] },
    ID_COLUMN,
  ],
  empty: { icon: IconTruckDelivery, title: texts.emptyTitle, body: texts.emptyBody },
})

type Row = PayoutsQuery['payouts']['nodes'][number]

/** For a reserved payout, says why the payouts of the merchant are suspended. */
function Suspensions({ row: { state, merchant } }: { row: Row }) {
  const t = useText()
  if (state !== 'reserved') return null
  return merchant.suspensionCodes.map((code) => (
    <Badge key={code} tone="warning">
      {t(texts.suspendedFor(suspensionText({ code, message: code })))}
    </Badge>
  ))
}

/** The next step. For a reserved payout during a suspension, also says that the payout can be paid. */
function NextStep({ row: { state, merchant } }: { row: Row }) {
  const t = useText()
  return (
    <>
      {t(payoutNext[state])}
      {state === 'reserved' && merchant.suspensionCodes.length > 0 && <div>{t(texts.notStopped)}</div>}
    </>
  )
}

function AccountText({ row: { bankAccount } }: { row: Row }) {
  const t = useText()
  if (bankAccount === null) return null
  const { bankName, ispb, branch, accountMasked } = bankAccount
  return (
    <>
      {bankName ?? `ISPB ${ispb}`},{' '}
      <span className={classes.account}>{t(texts.branchAccount(branch, accountMasked))}</span>
    </>
  )
}

function AccountCell({ row: { bankAccount } }: { row: Row }) {
  const t = useText()
  if (bankAccount === null) return <span className="faint">—</span>
  return (
    <>
      <div className={classes.bank}>{bankAccount.bankName ?? `ISPB ${bankAccount.ispb}`}</div>
      <div className={`faint ${classes.bank}`}>
        {t(texts.branchAccount(bankAccount.branch, bankAccount.accountMasked))}
      </div>
    </>
  )
}

function PayoutLink({ row }: { row: PayoutFieldsFragment }) {
  const nameOf = usePayoutName()
  return (
    <Link
      to="/payouts/$payoutId"
      params={{ payoutId: row.id }}
      search={{ of: row.merchantId }}
      className="reference"
      title={nameOf(row)}
    >
      {nameOf(row)}
    </Link>
  )
}
