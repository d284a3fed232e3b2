import { IconTruckDelivery } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { exported, payouts as texts } from './texts.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import { PayoutsDocument, type PayoutFieldsFragment } from '../../api/generated/graphql.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { actorName, auditActor } from '../../lib/i18n/people/audit.ts'
import { payoutState } from '../../lib/i18n/status.ts'
import type { PayoutSearch } from './search.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { PayoutStateBadge } from '../../shared/StatusBadge.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { When } from '../../ui/values/When.tsx'
import { usePayoutName } from './payout-name.ts'

export function payoutFilter({ state, range }: PayoutSearch, merchantId: string | null, zone: Zone) {
  const paid = range === undefined ? null : resolveRange(range, zone, nowMs())
  return {
    merchantId,
    state: state ? [state] : null,
    paidFrom: paid?.from ?? null,
    paidTo: paid?.to ?? null,
  }
}

/** Payouts, newest first. */
export const payoutsList = defineList({
  name: 'payouts',
  title: texts.title,
  document: PayoutsDocument,
  variables: (filter: ReturnType<typeof payoutFilter>) => filter,
  rows: ({ payouts }) => payouts,
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
    { header: texts.merchant, cell: (row) => row.merchant.name, exports: ['merchant'] },
    {
      header: texts.amount,
      align: 'end',
      cell: (row) => <Money cents={row.amountCents} />,
      card: 'aside',
      exports: ['amount'],
    },
    {
      header: texts.state,
      cell: (row) => <PayoutStateBadge state={row.state} />,
      card: 'noteAside',
      exports: [{ id: 'state', words: payoutState }],
    },
    {
      header: texts.paidAt,
      cell: (row) => <When at={row.paidAt} />,
      card: { slot: 'note', cell: (row) => <When at={row.paidAt ?? row.createdAt} /> },
      exports: ['paid_at'],
    },
    {
      header: texts.createdBy,
      wide: true,
      cell: (row, t) => t(actorName(row.createdBy)),
      exports: [{ id: 'created_by', words: auditActor }],
    },
    ID_COLUMN,
  ],
  empty: { icon: IconTruckDelivery, title: texts.emptyTitle, body: texts.emptyBody },
})

function PayoutLink({ row }: { row: PayoutFieldsFragment }) {
  const nameOf = usePayoutName()
  return (
    <Link to="/payouts/$payoutId" params={{ payoutId: row.id }} search={{ merchant: row.merchantId }}>
      {nameOf(row)}
    </Link>
  )
}
