import type { WebhookDelivery } from '../../webhooks/deliveries/delivery.entity.ts'
import type { WebhookEvent } from '../../webhooks/events/event.entity.ts'
import type { Fact } from './fact.ts'
import { factsOf, type ChargeHistory } from './facts.ts'

/** The outcomes of several webhook deliveries, added up. */
export interface Outcome {
  /** The number of deliveries that the endpoint accepted. */
  succeeded: number
  /** The number of deliveries that have not ended yet. */
  pending: number
  failed: number
  /** The number of attempts of all deliveries together. */
  attempts: number
  /** When the last delivery ended. Null while no delivery has ended. */
  lastAt: Date | null
  /**
   * The status code of the endpoint's last response to a delivery that did not succeed. Null if there was no such
   * response.
   */
  lastStatusCode: number | null
  /**
   * The error of the last attempted delivery that did not succeed, such as `http_5xx` or `endpoint_off`. Null if every
   * attempted delivery succeeded.
   */
  lastError: string | null
}

/** The outcomes of the deliveries to one endpoint. */
export interface EndpointOutcome extends Outcome {
  endpointId: string
}

/** A summary of the webhook deliveries that report one fact: all together, and for each endpoint. */
export interface Notification extends Outcome {
  eventTypes: string[]
  endpoints: EndpointOutcome[]
}

/** One item of the timeline: a fact and its notification. */
export interface TimelineItem extends Omit<Fact, 'eventTypes' | 'subject'> {
  /** Null when no webhook event reports the fact. */
  notification: Notification | null
}

export type NotifiedEvent = Pick<WebhookEvent, 'id' | 'type' | 'createdAt' | 'body'> & {
  deliveries: Delivery[]
}

type Delivery = Pick<
  WebhookDelivery,
  'endpointId' | 'status' | 'attempts' | 'lastStatusCode' | 'lastError' | 'finishedAt'
>

/**
 * Merges all sources into one list with one item for each fact, the oldest first. An event that reports no known fact
 * is an item of its own. Items with the same time have the order that `factsOf` returns.
 */
export function timelineOf(history: ChargeHistory, events: readonly NotifiedEvent[]): TimelineItem[] {
  const left = new Set(events)
  const items = factsOf(history).map(({ eventTypes, subject, ...fact }): TimelineItem => {
    const reporting = Array.from(left).filter(
      ({ type, body }) => eventTypes.includes(type) && (subject === null || body.includes(subject)),
    )
    for (const event of reporting) left.delete(event)
    return { ...fact, notification: notificationOf(reporting) }
  })
  const others = Array.from(left, (event): TimelineItem => ({
    at: event.createdAt,
    kind: event.type,
    amountCents: null,
    detail: null,
    actor: null,
    journalId: null,
    caseId: null,
    payoutId: null,
    notification: notificationOf([event]),
  }))
  return [...items, ...others].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function notificationOf(events: readonly NotifiedEvent[]): Notification | null {
  if (events.length === 0) return null
  const deliveries = events.flatMap((event) => event.deliveries)
  const byEndpoint = Map.groupBy(deliveries, ({ endpointId }) => endpointId)
  return {
    ...outcomeOf(deliveries),
    eventTypes: events.map(({ type }) => type),
    endpoints: Array.from(byEndpoint, ([endpointId, some]) => ({ endpointId, ...outcomeOf(some) })),
  }
}

function outcomeOf(deliveries: readonly Delivery[]): Outcome {
  const count = (...statuses: string[]): number =>
    deliveries.filter(({ status }) => statuses.includes(status)).length
  const unsuccessful = deliveries.findLast(
    ({ status, attempts }) => status !== 'succeeded' && status !== 'skipped' && attempts > 0,
  )
  const ends = deliveries.flatMap(({ finishedAt }) => (finishedAt === null ? [] : [finishedAt.getTime()]))
  return {
    succeeded: count('succeeded'),
    pending: count('pending', 'sending'),
    failed: count('failed'),
    attempts: deliveries.reduce((sum, { attempts }) => sum + attempts, 0),
    lastAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
    lastStatusCode: unsuccessful?.lastStatusCode ?? null,
    lastError: unsuccessful?.lastError ?? null,
  }
}
