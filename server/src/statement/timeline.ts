import type { Charge } from '../charges/charge.entity.ts'
import type { Payment } from '../charges/payment.entity.ts'
import type { WebhookDelivery } from '../webhooks/deliveries/delivery.entity.ts'
import type { WebhookEvent } from '../webhooks/events/event.entity.ts'
import type { ChargeLine } from './statement.queries.ts'

/** Something that happened to a charge: facts alone, for whoever shows them finds the words. */
export interface TimelineItem {
  at: Date
  /** `charge.created`, `payment.primary`, an event's type, what moved a balance, or `delivery.succeeded`. */
  kind: string
  /** What it is known by: an order's reference, an end-to-end id. */
  detail: string | null
  /** Of a delivery. */
  eventType: string | null
  attempts: number | null
  lastStatusCode: number | null
  lastError: string | null
  deliveryId: string | null
  eventId: string | null
  journalId: string | null
}

/** Everything that is known of a charge. */
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

/** What happened to a charge in one line of time, the oldest first. What was at one moment stays in this order. */
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

const NOTHING = {
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
  ...NOTHING,
  ...facts,
  at,
  kind,
})
