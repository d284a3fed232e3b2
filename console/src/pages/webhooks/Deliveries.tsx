import { NativeSelect } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import {
  WebhookDeliveriesDocument,
  type DeliveryFieldsFragment,
  type WebhookDeliveryFilter,
} from '../../api/generated/graphql.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { pagesOf } from '../../api/query.ts'
import { parseDeliverySearch, type DeliverySearch } from '../../lib/delivery-search.ts'
import { common } from '../../lib/i18n/common.ts'
import { deliveryStatus } from '../../lib/i18n/status.ts'
import { deliveries as texts } from '../../lib/i18n/webhooks.ts'
import { DELIVERY_STATUSES } from '../../lib/status.ts'
import { AnswerBadge } from '../../ui/Attempts.tsx'
import { DataTable, RowCard, type Column } from '../../ui/DataTable.tsx'
import { EmptyMessage, NoMatch } from '../../ui/EmptyMessage.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { DeliveryStatusBadge } from '../../ui/StatusBadge.tsx'
import { When } from '../../ui/When.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import classes from './Deliveries.module.css'

type Row = DeliveryFieldsFragment

const PAGE_SIZE = 50
const POLL_MS = 10_000

const route = getRouteApi('/app/merchant/webhooks/$endpointId')

const deliveriesQuery = (filter: WebhookDeliveryFilter) =>
  pagesOf(
    WebhookDeliveriesDocument,
    { filter, first: PAGE_SIZE },
    ({ webhookDeliveries }) => webhookDeliveries,
  )

/** What an endpoint was sent, newest first. A delivery opens beside the list, under its own address. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const t = useText()
  const navigate = useNavigate()
  const merchantId = useMerchantId()
  const { status, delivery } = route.useSearch()
  const filter = { merchantId, endpointId, eventType: null, status: status ? [status] : null }
  const query = useInfiniteQuery({ ...deliveriesQuery(filter), refetchInterval: POLL_MS })
  const go = (search: DeliverySearch) =>
    void navigate({
      to: '/webhooks/$endpointId',
      params: { endpointId },
      search,
      replace: true,
    })
  const kept = status === undefined ? {} : { status }
  const rows = query.data?.pages.flatMap(({ nodes }) => nodes) ?? []
  return (
    <Section
      title={t(texts.title)}
      flush
      aside={
        <NativeSelect
          size="xs"
          aria-label={t(texts.status)}
          value={status ?? ''}
          onChange={(change) => go(parseDeliverySearch({ status: change.currentTarget.value }))}
          data={[
            { value: '', label: t(common.all) },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: t(deliveryStatus[value]) })),
          ]}
        />
      }
    >
      <Loaded of={query} skeleton={<RowsSkeleton rows={6} />}>
        {() =>
          rows.length === 0 ? (
            <Nothing filtered={status !== undefined} onClear={() => go({})} />
          ) : (
            <>
              <DataTable
                label={t(texts.title)}
                columns={columns(t)}
                rows={rows}
                rowKey={(row) => row.id}
                card={(row) => <DeliveryCard row={row} />}
                onOpen={(row) => go({ ...kept, delivery: row.id })}
                fading={query.isPlaceholderData}
              />
              <LoadMore shown={rows.length} list={query} />
            </>
          )
        }
      </Loaded>
      <DeliveryDrawer id={delivery} onClose={() => go(kept)} />
    </Section>
  )
}

function columns(t: ReturnType<typeof useText>): Column<Row>[] {
  return [
    { id: 'event', header: t(texts.event), cell: (row) => <EventCell row={row} /> },
    { id: 'status', header: t(texts.status), cell: (row) => <DeliveryStatusBadge status={row.status} /> },
    {
      id: 'answer',
      header: t(texts.answer),
      cell: (row) => <AnswerBadge statusCode={row.lastStatusCode} error={row.lastError} />,
    },
    {
      id: 'attempts',
      header: t(texts.attempts),
      align: 'end',
      cell: (row) => <span className="figures">{row.attempts}</span>,
    },
    {
      id: 'created',
      header: t(texts.created),
      cell: (row) => <When at={row.createdAt} />,
    },
  ]
}

function EventCell({ row }: { row: Row }) {
  const t = useText()
  const { status } = route.useSearch()
  return (
    <route.Link
      to="/webhooks/$endpointId"
      params={{ endpointId: row.endpointId }}
      search={{ ...(status ? { status } : {}), delivery: row.id }}
      replace
      className={classes['event']}
      title={t(texts.details)}
    >
      <span className="mono">{row.eventType}</span>
    </route.Link>
  )
}

function DeliveryCard({ row }: { row: Row }) {
  return (
    <RowCard
      title={<EventCell row={row} />}
      aside={<DeliveryStatusBadge status={row.status} />}
      note={<When at={row.createdAt} precision="second" />}
      noteAside={<AnswerBadge statusCode={row.lastStatusCode} error={row.lastError} />}
    />
  )
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useText()
  if (filtered) return <NoMatch onClear={onClear} />
  return (
    <EmptyMessage icon={IconSend} title={t(texts.emptyTitle)}>
      {t(texts.emptyBody)}
    </EmptyMessage>
  )
}
