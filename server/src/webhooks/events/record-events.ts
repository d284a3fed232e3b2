import { afterCommit, type Tx } from '../../kernel/context.ts'
import type { EventData } from './event-data.ts'
import { newEventId } from './event-id.ts'
import { EVENT_VERSION, type EventType } from './event-types.ts'
import { insertEvents, type EventRow } from './record-events.sql.ts'

type SourceType =
  | 'charge'
  | 'payment'
  | 'refund'
  | 'case'
  | 'journal'
  | 'payout'
  | 'merchant'
  | 'webhook_endpoint'

interface EventOf<T extends EventType> {
  type: T
  /** The `data` member of the event's body, as it is sent. */
  data: EventData[T]
  /** The row that the event is about. */
  source: { type: SourceType; id: string }
  environment: 'production' | 'sandbox'
  /**
   * The correlation id of the request, callback or job run that caused the event. By default, the correlation id of the
   * context.
   */
  correlationId?: string
  /** The subject of the parent span of the event's span. By default, the parent is the root span of the trace. */
  causedBy?: string
}

/** An event to record. `type` determines the type of `data`. */
export type NewEvent = { [T in EventType]: EventOf<T> }[EventType]

/**
 * Records events, and a delivery for each subscribed endpoint of the merchant (transactional outbox). Call this
 * function in the transaction of the change that the events report. Returns the event ids in order. Makes one round
 * trip for any number of events. A disabled endpoint gets a `skipped` delivery, which can be replayed later. An
 * endpoint gets no delivery of an event about itself.
 */
export async function recordEvents(
  tx: Tx,
  merchantId: string,
  events: readonly NewEvent[],
  now: Date,
): Promise<{ id: string }[]> {
  return recordEventsOfMerchants(
    tx,
    events.map((event) => ({ merchantId, event })),
    now,
  )
}

/** Records events of several merchants, as `recordEvents` does for one merchant, in one round trip. */
export async function recordEventsOfMerchants(
  tx: Tx,
  events: readonly { merchantId: string; event: NewEvent }[],
  now: Date,
): Promise<{ id: string }[]> {
  if (events.length === 0) return []
  const rows = events.map(({ merchantId, event }) => {
    const id = newEventId(tx.ids, now)
    return {
      id,
      merchantId,
      type: event.type,
      environment: event.environment,
      body: envelope(id, event, now),
      sourceType: event.source.type,
      sourceId: event.source.id,
      chargeId: chargeIdOf(event),
      deliverySeed: tx.ids.uuid(now),
      correlationId: event.correlationId ?? tx.correlationId,
    }
  })
  for (const [n, row] of rows.entries()) traceEvent(tx, row, events[n]?.event.causedBy)
  await insertEvents(tx, rows, now)
  return rows.map(({ id }) => ({ id }))
}

/**
 * Records the span of an event. The span lasts from now to the commit. This span is the parent of the spans of the
 * event's deliveries.
 */
function traceEvent(tx: Tx, { id, type, chargeId, correlationId }: EventRow, parent?: string): void {
  if (!tx.tracing.samples(correlationId)) return
  const span = tx.tracing.start(correlationId, {
    name: `publish ${type}`,
    kind: 'producer',
    subject: id,
    ...(parent === undefined ? {} : { parent }),
    attributes: { 'messaging.message.id': id, 'pix.charge.id': chargeId ?? undefined },
  })
  if (span) afterCommit(tx, () => span.end())
}

/** Returns the body of an event: the exact text that every attempt sends and signs. */
export function envelope(id: string, { type, environment, data }: Envelope, now: Date): string {
  const createdAt = now.toISOString()
  return JSON.stringify({ id, type, version: EVENT_VERSION, created_at: createdAt, environment, data })
}

type Envelope = Pick<NewEvent, 'type' | 'environment' | 'data'>

function chargeIdOf({ data }: NewEvent): string | null {
  return 'charge_id' in data ? data.charge_id : null
}
