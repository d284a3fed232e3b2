import { IconSend } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { exported, deliveries as texts } from './texts.ts'
import { exports } from '../../lib/i18n/exports.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import {
  WebhookDeliveriesDocument,
  type DeliveryRowFragment,
  type WebhookDeliveryFilter,
} from '../../api/generated/graphql.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { deliveryStatus } from '../../lib/i18n/status.ts'
import { errorClassName } from '../../lib/i18n/webhooks/error-class-name.ts'
import { YES_NO } from '../../lib/export-file.ts'
import type { DeliveryState } from '../../lib/values/status.ts'
import type { DeliverySearch } from './search.ts'
import { pageSearch } from '../../lib/search/route-search.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { AnswerBadge, NextAttempt } from '../../shared/Attempts.tsx'
import { EventType } from './endpoint/EventType.tsx'
import { DeliveryStatusBadge } from '../../shared/StatusBadge.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './Deliveries.module.css'

type Open = (id: string) => void
type Row = DeliveryRowFragment

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
    ...stateFilter(search.status),
    errorClass: search.error ?? null,
    createdFrom: instants?.from ?? null,
    createdTo: instants?.to ?? null,
  }
}

/** Deliveries that wait for a retry have the status `pending`, but the console shows them as a separate state. */
function stateFilter(state: DeliveryState | undefined): Pick<WebhookDeliveryFilter, 'status' | 'retrying'> {
  if (state === undefined) return { status: null, retrying: null }
  if (state === 'retrying') return { status: null, retrying: true }
  return { status: [state], retrying: state === 'pending' ? false : null }
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
      retrying: [deliveryStatus.retrying, YES_NO],
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
        header: texts.order,
        cell: ({ charge }) => (charge ? <ChargeLink charge={charge} /> : <span className="faint">—</span>),
        card: { slot: 'note', label: true, cell: ({ charge }) => charge && <ChargeLink charge={charge} /> },
      },
      {
        header: texts.status,
        cell: (row) => <StateCell row={row} />,
        card: { slot: 'aside', cell: (row) => <DeliveryStatusBadge delivery={row} /> },
        exports: [{ id: 'status', words: deliveryStatus }],
      },
      {
        header: texts.attempts,
        card: { slot: 'note', cell: (row) => row.retry && <NextAttempt delivery={row} /> },
      },
      {
        header: texts.answer,
        cell: (row) => <AnswerBadge statusCode={row.lastStatusCode} error={row.lastError} />,
        card: 'noteAside',
        exports: [
          { id: 'answer', words: errorClassName },
          { id: 'attempts', header: texts.attempts },
        ],
      },
      {
        header: texts.created,
        cell: (row) => <When at={row.createdAt} />,
        card: { slot: 'note', label: true },
        exports: ['created_at'],
      },
      ID_COLUMN,
    ],
    empty: { icon: IconSend, title: texts.emptyTitle, body: texts.emptyBody },
  })

function StateCell({ row }: { row: Row }) {
  return (
    <span className={classes.cell}>
      <DeliveryStatusBadge delivery={row} />
      <NextAttempt delivery={row} />
    </span>
  )
}

/** The order reference of the charge that an event is about, as a link to the charge. */
function ChargeLink({ charge }: { charge: NonNullable<Row['charge']> }) {
  return (
    <Link to="/charges/$chargeId" params={{ chargeId: charge.id }} className="reference">
      {charge.orderReference}
    </Link>
  )
}

function EventCell({ row, onOpen }: { row: Row; onOpen: Open }) {
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
      <EventType type={row.eventType} />
    </route.Link>
  )
}
