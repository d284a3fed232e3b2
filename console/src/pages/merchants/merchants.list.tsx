import { IconBuildingStore } from '@tabler/icons-react'
import { exports } from '../../lib/i18n/exports.ts'
import { suspensionText } from '../../lib/i18n/finance/suspensions.ts'
import { blockedOfMerchantName, heldPaymentsName } from '../../lib/i18n/finance/held-payments.ts'
import { positionName } from '../../lib/i18n/status.ts'
import { blockedOfMerchantCents, laterCents, owedCents } from '../../lib/values/positions.ts'
import { exported, merchants as texts, orderName } from './texts.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import { MerchantLink } from '../../shared/links/MerchantLink.tsx'
import { LABELLED_NOTE } from '../../ui/lists/column.ts'
import { useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Fee } from './Fee.tsx'
import { merchantListQuery } from './queries.ts'
import type { MerchantOrder } from './search.ts'

const descending = (order: MerchantOrder) => ({ order, direction: 'descending' as const })

/** All merchants. The list shows what the service owes each merchant, the merchant's fee and its payout status. */
export const merchantsList = defineList({
  name: 'merchants',
  title: texts.title,
  ...merchantListQuery,
  filters: { search: [texts.searchName], asOf: [exported.asOf], order: [texts.sortBy, orderName] },
  columns: [
    {
      header: exports.merchant,
      cell: ({ merchant }) => (
        <>
          <MerchantLink merchant={merchant} />
          <div className="faint figures">{merchant.documentMasked}</div>
        </>
      ),
      card: 'title',
      sort: { order: 'name', direction: 'ascending' },
      exports: ['name'],
    },
    {
      header: texts.document,
      exports: ['document'],
    },
    {
      header: texts.weOwe,
      cell: ({ positions }) => <Money cents={positions && owedCents(positions)} />,
      card: {
        slot: 'aside',
        label: true,
        cell: ({ positions }) => positions && <Money cents={owedCents(positions)} />,
      },
      align: 'end',
      sort: descending('total'),
      exports: [{ id: 'total', header: texts.total }],
    },
    {
      header: positionName.available,
      cell: ({ positions }) => <Money cents={positions?.availableCents ?? null} />,
      card: LABELLED_NOTE,
      align: 'end',
      sort: descending('available'),
      exports: ['available'],
    },
    {
      header: texts.later,
      cell: ({ positions }) => <Money cents={positions && laterCents(positions)} />,
      card: LABELLED_NOTE,
      align: 'end',
      exports: [
        { id: 'pending', header: positionName.pending },
        { id: 'reserve', header: positionName.contract_reserve },
      ],
    },
    {
      header: blockedOfMerchantName,
      cell: ({ positions }) => <Money cents={positions && blockedOfMerchantCents(positions)} />,
      card: LABELLED_NOTE,
      align: 'end',
      sort: descending('blocked'),
      exports: ['blocked', { id: 'payout_reserved', header: positionName.payout_reserved }],
    },
    {
      header: heldPaymentsName,
      card: {
        slot: 'note',
        label: true,
        cell: ({ positions }) =>
          positions && positions.heldForPayersCents !== '0' && <Money cents={positions.heldForPayersCents} />,
      },
      exports: ['held_for_payers'],
    },
    {
      header: positionName.receivable,
      cell: ({ positions }) => <Money cents={positions && debtCents(positions)} />,
      card: LABELLED_NOTE,
      align: 'end',
      sort: descending('debt'),
      exports: ['debt', { id: 'as_of', header: exported.asOf }],
    },
    {
      header: texts.fee,
      cell: ({ merchant }) => <Fee terms={merchant.terms} />,
      card: LABELLED_NOTE,
      wide: true,
      exports: [
        { id: 'fee_percent', header: exported.feePercent },
        { id: 'fee_fixed', header: exported.feeFixed },
      ],
    },
    {
      header: texts.payouts,
      cell: ({ merchant }) => <Payouts codes={merchant.suspensionCodes} />,
      card: LABELLED_NOTE,
      exports: [{ id: 'payouts', words: { true: texts.payoutsOn, false: texts.payoutsOff } }],
    },
    {
      header: texts.created,
      exports: ['created_at'],
    },
    ID_COLUMN,
  ],
  empty: { icon: IconBuildingStore, title: texts.emptyTitle, body: texts.emptyBody },
})

const AMOUNT_COLUMNS: ReadonlySet<unknown> = new Set([
  texts.weOwe,
  positionName.available,
  texts.later,
  blockedOfMerchantName,
  positionName.receivable,
])

/** The list for people who may not read balances. This list shows no amounts and can be sorted only by name. */
export const merchantsWithoutAmounts = {
  ...merchantsList,
  columns: merchantsList.columns
    .filter(({ header }) => !AMOUNT_COLUMNS.has(header))
    .map(({ sort: _sort, ...column }) => column),
}

const debtCents = ({ receivableCents }: { receivableCents: string }): string =>
  (-BigInt(receivableCents)).toString()

/** Says whether payouts to the merchant are allowed, or why the payouts are suspended. */
function Payouts({ codes }: { codes: readonly string[] }) {
  const t = useText()
  const isSuspended = codes.length > 0
  return (
    <>
      <Badge tone={isSuspended ? 'warning' : 'success'}>
        {t(isSuspended ? texts.payoutsOff : texts.payoutsOn)}
      </Badge>
      {isSuspended && (
        <div className="faint">
          {codes.map((code) => t(suspensionText({ code, message: code }))).join(' · ')}
        </div>
      )}
    </>
  )
}
