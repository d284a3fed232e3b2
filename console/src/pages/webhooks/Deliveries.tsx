import { NativeSelect } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { WebhookDeliveriesDocument, type DeliveryFieldsFragment } from '../../api/generated/graphql.ts'
import { useList } from '../../api/list.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { parseDeliverySearch, type DeliverySearch } from '../../lib/delivery-search.ts'
import { common } from '../../lib/i18n/common.ts'
import { deliveryStatus } from '../../lib/i18n/status.ts'
import { deliveries as texts } from '../../lib/i18n/webhooks.ts'
import { DELIVERY_STATUSES } from '../../lib/status.ts'
import { ExportList } from '../../parts/ExportList.tsx'
import { AnswerBadge } from '../../ui/Attempts.tsx'
import { RowCard, type Column } from '../../ui/DataTable.tsx'
import { List } from '../../ui/List.tsx'
import { useText } from '../../ui/preferences.tsx'
import { DeliveryStatusBadge } from '../../ui/StatusBadge.tsx'
import { When } from '../../ui/When.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import classes from './Deliveries.module.css'
import { EventTypeSelect } from './EventTypeSelect.tsx'

type Row = DeliveryFieldsFragment
type Open = (id: string) => void

const route = getRouteApi('/app/merchant/webhooks/$endpointId')

/** What an endpoint was sent, newest first. A delivery opens beside the list, under its own address. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const t = useText()
  const navigate = useNavigate()
  const merchantId = useMerchantId()
  const { status, event, delivery } = route.useSearch()
  const filter = { merchantId, endpointId, eventType: event ?? null, status: status ? [status] : null }
  const list = useList(WebhookDeliveriesDocument, { filter }, ({ webhookDeliveries }) => webhookDeliveries)
  const { history } = useRouter()
  // Back from a delivery that was opened here leads to the list as it was.
  const opened = useRef(false)
  const go = (search: DeliverySearch, replace = true) =>
    void navigate({ to: '/webhooks/$endpointId', params: { endpointId }, search, replace })
  const kept = { ...(status && { status }), ...(event && { event }) }
  const open = (id: string) => {
    opened.current = true
    go({ ...kept, delivery: id }, false)
  }
  const close = () => {
    if (opened.current) history.back()
    else go(kept)
    opened.current = false
  }
  return (
    <>
      <List
        title={t(texts.title)}
        aside={
          <>
            <EventTypeSelect
              size="xs"
              className={classes['eventType']}
              aria-label={t(texts.event)}
              value={event ?? ''}
              onChange={(value) => go(parseDeliverySearch({ ...kept, event: value }))}
            />
            <NativeSelect
              size="xs"
              aria-label={t(texts.status)}
              value={status ?? ''}
              onChange={(change) => go(parseDeliverySearch({ ...kept, status: change.currentTarget.value }))}
              data={[
                { value: '', label: `${t(texts.status)}: ${t(common.all)}` },
                ...DELIVERY_STATUSES.map((value) => ({ value, label: t(deliveryStatus[value]) })),
              ]}
            />
            <ExportList size="xs" list="webhook-deliveries" title={t(texts.title)} filter={filter} />
          </>
        }
        list={list}
        columns={columns(t, open)}
        card={(row) => <DeliveryCard row={row} onOpen={open} />}
        onOpen={(row) => open(row.id)}
        empty={{ icon: IconSend, title: texts.emptyTitle, body: texts.emptyBody }}
        onClear={Object.keys(kept).length === 0 ? null : () => go({})}
      />
      <DeliveryDrawer id={delivery} onClose={close} />
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
  const { status, event } = route.useSearch()
  return (
    <route.Link
      to="/webhooks/$endpointId"
      params={{ endpointId: row.endpointId }}
      search={{ ...(status && { status }), ...(event && { event }), delivery: row.id }}
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
