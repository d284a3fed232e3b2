import { IconSend } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { exported, deliveries as texts } from './texts.ts'
import { exports } from '../../lib/i18n/exports.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import {
  WebhookDeliveriesDocument,
  type DeliveryFieldsFragment,
  type WebhookDeliveryFilter,
} from '../../api/generated/graphql.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { deliveryStatus } from '../../lib/i18n/status.ts'
import { errorClassName } from '../../lib/i18n/webhooks/attempts.ts'
import type { DeliverySearch } from './search.ts'
import { pageSearch } from '../../lib/search/route-search.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { AnswerBadge } from '../../shared/Attempts.tsx'
import { DeliveryStatusBadge } from '../../shared/StatusBadge.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './Deliveries.module.css'

type Open = (id: string) => void

const route = getRouteApi('/app/merchant/webhooks/$endpointId')

export function deliveryFilter(
  endpoint: { merchantId: string; endpointId: string },
  search: DeliverySearch,
  zone: Zone,
): WebhookDeliveryFilter {
  const instants = search.range === undefined ? null : resolveRange(search.range, zone, nowMs())
  return {
    ...endpoint,
    eventType: search.event ?? null,
    status: search.status ? [search.status] : null,
    errorClass: search.error ?? null,
    createdFrom: instants?.from ?? null,
    createdTo: instants?.to ?? null,
  }
}

/** The list of an endpoint's deliveries, newest first. `open` opens a delivery in the drawer. */
export const deliveriesList = (open: Open) =>
  defineList({
    name: 'webhook-deliveries',
    title: texts.title,
    document: WebhookDeliveriesDocument,
    variables: (filter: WebhookDeliveryFilter) => ({ filter }),
    rows: ({ webhookDeliveries }) => webhookDeliveries,
    filters: {
      ...MERCHANT_FILTER,
      endpointId: [exported.endpoint],
      eventType: [texts.event],
      status: [texts.status, deliveryStatus],
      errorClass: [texts.error, errorClassName],
      createdFrom: [exports.from],
      createdTo: [exports.until],
    },
    columns: [
      {
        header: texts.event,
        cell: (row) => <EventCell row={row} onOpen={open} />,
        card: 'title',
        exports: ['event'],
      },
      {
        header: texts.status,
        cell: (row) => <DeliveryStatusBadge status={row.status} />,
        card: 'aside',
        exports: [{ id: 'status', words: deliveryStatus }],
      },
      {
        header: texts.answer,
        cell: (row) => <AnswerBadge statusCode={row.lastStatusCode} error={row.lastError} />,
        card: 'noteAside',
        exports: [{ id: 'answer', words: errorClassName }],
      },
      {
        header: texts.attempts,
        align: 'end',
        cell: (row) => <span className="figures">{row.attempts}</span>,
        exports: ['attempts'],
      },
      {
        header: texts.created,
        cell: (row) => <When at={row.createdAt} />,
        card: { slot: 'note', cell: (row) => <When at={row.createdAt} precision="second" /> },
        exports: ['created_at'],
      },
      ID_COLUMN,
    ],
    empty: { icon: IconSend, title: texts.emptyTitle, body: texts.emptyBody },
  })

function EventCell({ row, onOpen }: { row: DeliveryFieldsFragment; onOpen: Open }) {
  const t = useText()
  const search = pageSearch(route.useSearch())
  return (
    <route.Link
      to="/webhooks/$endpointId"
      params={{ endpointId: row.endpointId }}
      search={{ ...search, delivery: row.id }}
      className={classes.event}
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
