import type { Charge } from '../charges/charge.entity.ts'
import type { Payment } from '../charges/payment.entity.ts'
import type { WebhookDelivery } from '../webhooks/deliveries/delivery.entity.ts'
import type { WebhookEvent } from '../webhooks/events/event.entity.ts'
import type { ChargeLine } from './statement.queries.ts'

/** One item in the history of a charge, without display text: the console translates `kind`. */
export interface TimelineItem {
  at: Date
  /** `charge.created`, `payment.<classification>`, a webhook event type, an entry type, or `delivery.<status>`. */
  kind: string
  /** An order reference or an end-to-end id. */
  detail: string | null
  /** Set only for a delivery. */
  eventType: string | null
  attempts: number | null
  lastStatusCode: number | null
  lastError: string | null
  deliveryId: string | null
  eventId: string | null
  journalId: string | null
}

/** The sources of a timeline. */
export interface ChargeHistory {
  charge: Pick<Charge, 'createdAt' | 'orderReference'>
  payments: Pick<Payment, 'classification' | 'endToEndId' | 'paidAt'>[]
  events: Pick<WebhookEvent, 'type' | 'createdAt'>[]
  lines: Pick<ChargeLine, 'journalId' | 'eventType' | 'postedAt'>[]
  deliveries: Pick<
    WebhookDelivery,
    | 'id'
    | 'eventId'
    | 'eventType'
    | 'status'
    | 'attempts'
    | 'lastStatusCode'
    | 'lastError'
    | 'createdAt'
    | 'finishedAt'
  >[]
}

/**
 * Merges all sources into one list, oldest first. Items with the same time are in the order of the sources in this
 * function.
 */
export function timelineOf({ charge, payments, events, lines, deliveries }: ChargeHistory): TimelineItem[] {
  const entries = new Map(lines.map((line) => [line.journalId, line]))
  return [
    item(charge.createdAt, 'charge.created', { detail: charge.orderReference }),
    ...payments.map(({ paidAt, classification, endToEndId }) =>
      item(paidAt, `payment.${classification}`, { detail: endToEndId }),
    ),
    ...events.map((event) => item(event.createdAt, event.type)),
    ...Array.from(entries.values(), ({ postedAt, eventType, journalId }) =>
      item(postedAt, eventType, { journalId }),
    ),
    ...deliveries.map((delivery) => {
      const { id: deliveryId, eventId, eventType, status, attempts, lastStatusCode, lastError } = delivery
      const facts = { deliveryId, eventId, eventType, attempts, lastStatusCode, lastError }
      return item(delivery.finishedAt ?? delivery.createdAt, `delivery.${status}`, facts)
    }),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const NO_DETAILS = {
  detail: null,
  eventType: null,
  attempts: null,
  lastStatusCode: null,
  lastError: null,
  deliveryId: null,
  eventId: null,
  journalId: null,
}

const item = (at: Date, kind: string, facts: Partial<TimelineItem> = {}): TimelineItem => ({
  ...NO_DETAILS,
  ...facts,
  at,
  kind,
})
