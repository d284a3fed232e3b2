import { NativeSelect } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
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

const route = getRouteApi('/app/merchant/webhooks/$endpointId')

/** What an endpoint was sent, newest first. A delivery opens beside the list, under its own address. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const t = useText()
  const navigate = useNavigate()
  const merchantId = useMerchantId()
  const { status, event, delivery } = route.useSearch()
  const filter = { merchantId, endpointId, eventType: event ?? null, status: status ? [status] : null }
  const list = useList(WebhookDeliveriesDocument, { filter }, ({ webhookDeliveries }) => webhookDeliveries)
  const go = (search: DeliverySearch) =>
    void navigate({
      to: '/webhooks/$endpointId',
      params: { endpointId },
      search,
      replace: true,
    })
  const kept = { ...(status && { status }), ...(event && { event }) }
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
        columns={columns(t)}
        card={(row) => <DeliveryCard row={row} />}
        onOpen={(row) => go({ ...kept, delivery: row.id })}
        empty={{ icon: IconSend, title: texts.emptyTitle, body: texts.emptyBody }}
        onClear={Object.keys(kept).length === 0 ? null : () => go({})}
      />
      <DeliveryDrawer id={delivery} onClose={() => go(kept)} />
    </>
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
  const { status, event } = route.useSearch()
  return (
    <route.Link
      to="/webhooks/$endpointId"
      params={{ endpointId: row.endpointId }}
      search={{ ...(status && { status }), ...(event && { event }), delivery: row.id }}
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
