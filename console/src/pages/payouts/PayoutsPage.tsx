import { SegmentedControl } from '@mantine/core'
import { IconLock, IconPlus, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import {
  PayoutRoomDocument,
  PayoutsDocument,
  type PayoutFieldsFragment,
} from '../../api/generated/graphql.ts'
import { useList } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { actorName } from '../../lib/i18n/people/audit-acts.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { payouts as texts } from '../../lib/i18n/finance/payouts.ts'
import { payoutState } from '../../lib/i18n/status.ts'
import { parsePayoutSearch } from '../../lib/search/list-search.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { PAYOUT_STATES } from '../../lib/values/status.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { ExportList } from '../../shared/ExportList.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { PrintedMerchantName } from '../../shared/PrintedMerchantName.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { PayoutStateBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import { PayoutHistory } from './PayoutHistory.tsx'
import { usePayoutName } from './payout-name.ts'
import { RecordPayout } from './RecordPayout.tsx'
import { ReservePayout } from './ReservePayout.tsx'

type Row = PayoutFieldsFragment

const ALL = 'all'

const route = getRouteApi('/app/payouts')

export function PayoutsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { zone } = usePreferences()
  const { state, range } = route.useSearch()
  const merchantId = useMerchantChoice()
  const paid = range === undefined ? null : resolveRange(range, zone, nowMs())
  const filter = {
    merchantId,
    state: state ? [state] : null,
    paidFrom: paid?.from ?? null,
    paidTo: paid?.to ?? null,
  }
  const list = useList(PayoutsDocument, filter, ({ payouts }) => payouts)
  const go = (search: Record<string, unknown>) =>
    void navigate({ to: '/payouts', search: parsePayoutSearch(search), replace: true })
  return (
    <Page
      title={t(texts.title)}
      actions={
        <>
          <ExportList list="payouts" title={t(texts.title)} filter={filter} />
          <ReserveAction merchantId={merchantId} />
          <RecordAction merchantId={merchantId} />
        </>
      }
    >
      <PrintedMerchantName />
      <FilterBar label={t(filters.label)}>
        <SavedViews page="payouts" />
        <SegmentedControl
          size="xs"
          aria-label={t(texts.state)}
          value={state ?? ALL}
          onChange={(value) => go({ state: value, range })}
          data={[
            { value: ALL, label: t(common.all) },
            ...PAYOUT_STATES.map((value) => ({ value, label: t(payoutState[value]) })),
          ]}
        />
        <RangeFilter name={t(texts.paidAt)} range={range} onChange={(next) => go({ state, range: next })} />
        <CopyLink />
      </FilterBar>
      <PayoutHistory merchantId={merchantId} range={range} onRange={(next) => go({ state, range: next })} />
      <List
        title={t(texts.title)}
        list={list}
        columns={columns(t)}
        card={(row) => <PayoutCard row={row} />}
        onOpen={({ id, merchantId: merchant }) =>
          void navigate({ to: '/payouts/$payoutId', params: { payoutId: id }, search: { merchant } })
        }
        empty={{ icon: IconTruckDelivery, title: texts.emptyTitle, body: texts.emptyBody }}
        onClear={state === undefined && range === undefined ? null : () => go({})}
      />
    </Page>
  )
}

type MerchantProps = { merchantId: string | null }

function RecordAction({ merchantId }: MerchantProps) {
  const t = useText()
  const recordRefusal = useRefusal('payout.record')
  const disabledReason = recordRefusal ?? (merchantId === null ? texts.needMerchant : null)
  const disclosure = useDialogFromUrl('record', disabledReason === null)
  return (
    <ActionDialog
      disclosure={disclosure}
      icon={IconPlus}
      variant="filled"
      label={t(texts.record)}
      title={t(texts.recordTitle)}
      disabledReason={disabledReason}
    >
      {(close) => merchantId !== null && <RecordPayout merchantId={merchantId} onClose={close} />}
    </ActionDialog>
  )
}

function ReserveAction({ merchantId }: MerchantProps) {
  const t = useText()
  const recordRefusal = useRefusal('payout.record')
  const { data } = useQuery({
    ...gqlQuery(PayoutRoomDocument, { merchantId: merchantId ?? '' }),
    enabled: merchantId !== null && recordRefusal === null,
  })
  const to = data?.merchant.terms.bankAccount ?? null
  const missing = data !== undefined && to === null ? texts.noBankAccount : null
  return (
    <ActionDialog
      icon={IconLock}
      label={t(texts.reserve)}
      title={t(texts.reserveTitle)}
      disabledReason={recordRefusal ?? (merchantId === null ? texts.needMerchant : missing)}
    >
      {(close) => merchantId !== null && <ReservePayout merchantId={merchantId} to={to} onClose={close} />}
    </ActionDialog>
  )
}

function columns(t: ReturnType<typeof useText>): Column<Row>[] {
  return [
    { id: 'reference', header: t(texts.reference), cell: (row) => <PayoutLink row={row} /> },
    { id: 'merchant', header: t(texts.merchant), cell: (row) => row.merchant.name },
    { id: 'amount', header: t(texts.amount), align: 'end', cell: (row) => <Money cents={row.amountCents} /> },
    { id: 'state', header: t(texts.state), cell: (row) => <PayoutStateBadge state={row.state} /> },
    { id: 'paid', header: t(texts.paidAt), cell: (row) => <When at={row.paidAt} /> },
    { id: 'by', header: t(texts.createdBy), wide: true, cell: (row) => t(actorName(row.createdBy)) },
  ]
}

function PayoutCard({ row }: { row: Row }) {
  return (
    <RowCard
      title={<PayoutLink row={row} />}
      aside={<Money cents={row.amountCents} />}
      note={<When at={row.paidAt ?? row.createdAt} />}
      noteAside={<PayoutStateBadge state={row.state} />}
    />
  )
}

function PayoutLink({ row }: { row: Row }) {
  const nameOf = usePayoutName()
  return (
    <Link to="/payouts/$payoutId" params={{ payoutId: row.id }} search={{ merchant: row.merchantId }}>
      {nameOf(row)}
    </Link>
  )
}
