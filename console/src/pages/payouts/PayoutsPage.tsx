import { SegmentedControl } from '@mantine/core'
import { IconPlus, IconTruckDelivery } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PayoutsDocument, type PayoutFieldsFragment } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { pagesOf } from '../../api/query.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/filters.ts'
import { payouts as texts } from '../../lib/i18n/payouts.ts'
import { payoutState } from '../../lib/i18n/status.ts'
import { parsePayoutSearch } from '../../lib/list-search.ts'
import { PAYOUT_STATES } from '../../lib/status.ts'
import { DataTable, RowCard, type Column } from '../../ui/DataTable.tsx'
import { ActionDialog } from '../../ui/Dialog.tsx'
import { EmptyMessage, NoMatch } from '../../ui/EmptyMessage.tsx'
import { FilterBar } from '../../ui/FilterPill.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Money } from '../../ui/Money.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { PayoutStateBadge } from '../../ui/StatusBadge.tsx'
import { When } from '../../ui/When.tsx'
import { RecordPayout } from './RecordPayout.tsx'

type Row = PayoutFieldsFragment

const PAGE_SIZE = 50
const ALL = 'all'

const route = getRouteApi('/app/payouts')

/** Transfers to merchants, newest first, and the way to record one. */
export function PayoutsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { state } = route.useSearch()
  const merchantId = useMerchantChoice()
  const query = useInfiniteQuery({
    ...pagesOf(
      PayoutsDocument,
      { merchantId, state: state ? [state] : null, first: PAGE_SIZE },
      ({ payouts }) => payouts,
    ),
    refetchOnMount: 'always',
  })
  const go = (value: string) =>
    void navigate({ to: '/payouts', search: parsePayoutSearch({ state: value }), replace: true })
  const rows = query.data?.pages.flatMap(({ nodes }) => nodes) ?? []
  return (
    <Page title={t(texts.title)} actions={<Record merchantId={merchantId} />}>
      <FilterBar label={t(filters.label)}>
        <SegmentedControl
          size="xs"
          aria-label={t(texts.state)}
          value={state ?? ALL}
          onChange={go}
          data={[
            { value: ALL, label: t(common.all) },
            ...PAYOUT_STATES.map((value) => ({ value, label: t(payoutState[value]) })),
          ]}
        />
      </FilterBar>
      <Card flush label={t(texts.title)}>
        <Loaded of={query} skeleton={<RowsSkeleton rows={8} />}>
          {() =>
            rows.length === 0 ? (
              <Nothing filtered={state !== undefined} onClear={() => go(ALL)} />
            ) : (
              <>
                <DataTable
                  label={t(texts.title)}
                  columns={columns(t)}
                  rows={rows}
                  rowKey={(row) => row.id}
                  card={(row) => (
                    <RowCard
                      title={<PayoutLink row={row} />}
                      aside={<Money cents={row.amountCents} />}
                      note={<When at={row.paidAt ?? row.createdAt} />}
                      noteAside={<PayoutStateBadge state={row.state} />}
                    />
                  )}
                  onOpen={(row) =>
                    void navigate({
                      to: '/payouts/$payoutId',
                      params: { payoutId: row.id },
                      search: { merchant: row.merchantId },
                    })
                  }
                  fading={query.isPlaceholderData}
                />
                <LoadMore shown={rows.length} list={query} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

function Record({ merchantId }: { merchantId: string | null }) {
  const t = useText()
  const mayRecord = useRefusal('payout.record')
  return (
    <ActionDialog
      icon={IconPlus}
      variant="filled"
      label={t(texts.record)}
      title={t(texts.recordTitle)}
      refused={mayRecord ?? (merchantId === null ? texts.needMerchant : null)}
    >
      {(close) => merchantId !== null && <RecordPayout merchantId={merchantId} onClose={close} />}
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
    { id: 'by', header: t(texts.createdBy), wide: true, cell: (row) => row.createdBy },
  ]
}

function PayoutLink({ row }: { row: Row }) {
  return (
    <Link to="/payouts/$payoutId" params={{ payoutId: row.id }} search={{ merchant: row.merchantId }}>
      {row.externalReference ?? row.id}
    </Link>
  )
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useText()
  if (filtered) return <NoMatch onClear={onClear} />
  return (
    <EmptyMessage icon={IconTruckDelivery} title={t(texts.emptyTitle)}>
      {t(texts.emptyBody)}
    </EmptyMessage>
  )
}
