import { IconSend } from '@tabler/icons-react'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { WebhookDeliveriesDocument, type DeliveryFieldsFragment } from '../../api/generated/graphql.ts'
import { useAdjacentRows, useList } from '../../api/list.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { pageSearch } from '../../lib/search/route-search.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { DeliverySearch } from '../../lib/search/delivery-search.ts'
import { deliveries as texts } from '../../lib/i18n/webhooks/webhooks.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { PreviousNextLinks } from '../../shared/PreviousNextLinks.tsx'
import { AnswerBadge } from '../../shared/Attempts.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { List } from '../../ui/lists/List.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { DeliveryStatusBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { DeliveryFilters } from './DeliveryFilters.tsx'
import classes from './Deliveries.module.css'

type Row = DeliveryFieldsFragment
type Open = (id: string) => void

const route = getRouteApi('/app/merchant/webhooks/$endpointId')

/** Loads the deliveries of an endpoint that match the filters in the URL. */
export function useDeliveries(endpointId: string) {
  const merchantId = useMerchantId()
  const { zone } = usePreferences()
  const { delivery, ...filters } = pageSearch(route.useSearch())
  const instants = filters.range === undefined ? null : resolveRange(filters.range, zone, nowMs())
  const filter = {
    merchantId,
    endpointId,
    eventType: filters.event ?? null,
    status: filters.status ? [filters.status] : null,
    errorClass: filters.error ?? null,
    createdFrom: instants?.from ?? null,
    createdTo: instants?.to ?? null,
  }
  const list = useList(WebhookDeliveriesDocument, { filter }, ({ webhookDeliveries }) => webhookDeliveries)
  return { list, filter, filters, delivery }
}

/** The deliveries of an endpoint. One opens in a drawer with its own URL. */
export function Deliveries(props: { endpointId: string; deliveries: ReturnType<typeof useDeliveries> }) {
  const t = useText()
  const navigate = useNavigate()
  const { endpointId } = props
  const { list, filter, filters, delivery } = props.deliveries
  const adjacent = useAdjacentRows<Row>(WebhookDeliveriesDocument, delivery ?? '')
  const { history } = useRouter()
  // Whether the delivery was opened from this list. Closing it then goes back in the history.
  const opened = useRef(false)
  const go = (search: DeliverySearch, replace = true) =>
    void navigate({ to: '/webhooks/$endpointId', params: { endpointId }, search, replace })
  const open = (id: string) => {
    opened.current = true
    go({ ...filters, delivery: id }, false)
  }
  const close = () => {
    if (opened.current) history.back()
    else go(filters)
    opened.current = false
  }
  return (
    <>
      <List
        title={t(texts.title)}
        aside={
          <>
            <DeliveryFilters search={filters} onChange={(search) => go(search)} />
            <ExportList size="xs" list="webhook-deliveries" title={t(texts.title)} filter={filter} />
          </>
        }
        list={list}
        columns={columns(t, open)}
        card={(row) => <DeliveryCard row={row} onOpen={open} />}
        onOpen={(row) => open(row.id)}
        empty={{ icon: IconSend, title: texts.emptyTitle, body: texts.emptyBody }}
        onClear={Object.keys(filters).length === 0 ? null : () => go({})}
      />
      <DeliveryDrawer
        id={delivery}
        onClose={close}
        previousNextLinks={
          <PreviousNextLinks
            adjacent={adjacent}
            link={(row) => ({
              to: '/webhooks/$endpointId',
              params: { endpointId },
              search: { ...filters, delivery: row.id },
            })}
          />
        }
      />
    </>
  )
}

function columns(t: ReturnType<typeof useText>, onOpen: Open): Column<Row>[] {
  return [
    { id: 'event', header: t(texts.event), cell: (row) => <EventCell row={row} onOpen={onOpen} /> },
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

function EventCell({ row, onOpen }: { row: Row; onOpen: Open }) {
  const t = useText()
  const search = pageSearch(route.useSearch())
  return (
    <route.Link
      to="/webhooks/$endpointId"
      params={{ endpointId: row.endpointId }}
      search={{ ...search, delivery: row.id }}
      className={classes['event']}
      onClick={(click) => {
        if (click.button !== 0 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return
        click.preventDefault()
        onOpen(row.id)
      }}
      title={t(texts.details)}
    >
      <span className="mono">{row.eventType}</span>
    </route.Link>
  )
}

function DeliveryCard({ row, onOpen }: { row: Row; onOpen: Open }) {
  return (
    <RowCard
      title={<EventCell row={row} onOpen={onOpen} />}
      aside={<DeliveryStatusBadge status={row.status} />}
      note={<When at={row.createdAt} precision="second" />}
      noteAside={<AnswerBadge statusCode={row.lastStatusCode} error={row.lastError} />}
    />
  )
}
