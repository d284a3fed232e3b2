import { SegmentedControl } from '@mantine/core'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { payouts as texts } from './texts.ts'
import { useList } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { payoutState } from '../../lib/i18n/status.ts'
import { parsePayoutSearch } from './search.ts'
import { PAYOUT_STATES } from '../../lib/values/status.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { ExportList } from '../../shared/ExportList.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { MerchantName } from '../../shared/MerchantName.tsx'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { List } from '../../ui/lists/List.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { PayoutHistory } from './PayoutHistory.tsx'
import { payoutsList } from './payouts.list.tsx'
import { payoutFilter, payoutRoomQuery } from './queries.ts'
import { SuspendedMerchants, SuspensionBanner } from './SuspensionBanner.tsx'

const RecordPayout = lazyForm(async () => (await import('./actions/RecordPayout.tsx')).RecordPayout)
const ReservePayout = lazyForm(async () => (await import('./actions/ReservePayout.tsx')).ReservePayout)

const ALL = 'all'

const route = getRouteApi('/app/payouts')

export function PayoutsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { zone } = usePreferences()
  const search = route.useSearch()
  const { state, range } = search
  const merchantId = useMerchantChoice()
  const filter = payoutFilter(search, merchantId, zone)
  const source = useList(payoutsList, filter)
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '/payouts', search: parsePayoutSearch(next), replace: true })
  return (
    <Page
      title={t(texts.title)}
      actions={
        <>
          <ExportList list={payoutsList} filter={filter} />
          <ReserveAction merchantId={merchantId} />
          <RecordAction merchantId={merchantId} />
        </>
      }
    >
      <MerchantName />
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
        <RangeFilter name={t(texts.paidDate)} range={range} onChange={(next) => go({ state, range: next })} />
        <CopyLink />
      </FilterBar>
      {merchantId === null ? (
        <SuspendedMerchants rows={source.rows} />
      ) : (
        <SuspensionBanner merchantId={merchantId} />
      )}
      <PayoutHistory merchantId={merchantId} range={range} onRange={(next) => go({ state, range: next })} />
      <List
        list={payoutsList}
        source={source}
        onOpen={({ id, merchantId: of }) =>
          void navigate({ to: '/payouts/$payoutId', params: { payoutId: id }, search: { of } })
        }
        onClear={state === undefined && range === undefined ? null : () => go({})}
      />
    </Page>
  )
}

type MerchantProps = { merchantId: string | null }

/** Returns the data for a new payout of the merchant, or why the person may not make a payout. */
function useRoom(merchantId: string | null) {
  const recordRefusal = useRefusal('payout.record')
  const { data: room } = useQuery({
    ...payoutRoomQuery(merchantId ?? ''),
    enabled: merchantId !== null && recordRefusal === null,
  })
  return { recordRefusal, room }
}

function RecordAction({ merchantId }: MerchantProps) {
  const t = useText()
  const { recordRefusal, room } = useRoom(merchantId)
  const disabledReason = recordRefusal ?? (merchantId === null ? texts.needMerchant : null)
  const disclosure = useDialogFromUrl('record', disabledReason === null)
  return (
    <ActionDialog
      disclosure={disclosure}
      icon={IconPlus}
      variant={room?.balance.payoutsSuspended === true ? 'default' : 'filled'}
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
  const { recordRefusal, room } = useRoom(merchantId)
  const missing = room?.merchant.terms.bankAccount === null ? texts.noBankAccount : null
  return (
    <ActionDialog
      icon={IconLock}
      label={t(texts.reserve)}
      title={t(texts.reserveTitle)}
      disabledReason={recordRefusal ?? (merchantId === null ? texts.needMerchant : missing)}
    >
      {(close) => merchantId !== null && <ReservePayout merchantId={merchantId} onClose={close} />}
    </ActionDialog>
  )
}
