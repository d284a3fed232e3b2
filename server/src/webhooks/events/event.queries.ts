import type { Context } from '../../kernel/context.ts'
import { entities } from '../../kernel/database/entities.ts'
import { anyText, anyUuid } from '../../kernel/database/any-of.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../kernel/database/page.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { WebhookEvent } from './event.entity.ts'
import { eventCreatedAt, isEventId } from './event-id.ts'
import { selectEvents, type EventFilter, type EventRow } from './select-events.ts'

/**
 * The number of deliveries of an event in each status. `pending` includes `sending`. Skipped deliveries are not
 * counted.
 */
export interface DeliveryCounts {
  succeeded: number
  pending: number
  failed: number
}

const LIST = 'webhook_events.v1'

/** Lists one page of the merchant's events, newest first. */
export async function listEvents(
  ctx: Context,
  merchantId: string,
  filter: EventFilter,
  page: PageRequest,
): Promise<Page<WebhookEvent>> {
  const bound = { merchantId, ...filter }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const rows = await selectEvents(ctx, {
    merchantId,
    ...filter,
    after: after ? { at: new Date(after['at'] ?? 0), id: after['id'] ?? '' } : undefined,
    limit: page.limit + 1,
  })
  return toPage(eventsOf(ctx, rows), page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, { at: last.createdAt.toISOString(), id: last.id }),
  )
}

/**
 * Returns an event.
 * @throws Problem not_found, reason `webhook_event_not_found`: the id is unknown, malformed or of another merchant, or
 *   the event is past its retention of 90 days.
 */
export async function getEvent(ctx: Context, merchantId: string, id: string): Promise<WebhookEvent> {
  const event = isEventId(id)
    ? await entities(ctx).findOne(WebhookEvent, { createdAt: eventCreatedAt(id), id, merchantId })
    : null
  if (!event) throw new Problem('not_found', { reason: 'webhook_event_not_found' })
  return event
}

/** Finds events of a merchant by their ids, in any order. Leaves out unknown and malformed ids, and deleted events. */
export function findEvents(
  ctx: Context,
  merchantId: string,
  ids: readonly string[],
): Promise<WebhookEvent[]> {
  const known = ids.filter(isEventId)
  return entities(ctx).find(WebhookEvent, {
    merchantId,
    id: { $in: known },
    createdAt: { $in: known.map(eventCreatedAt) },
  })
}

/** Lists all events of the given charges of a merchant, oldest first. */
export async function listEventsOfCharges(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<WebhookEvent[]> {
  const rows = await db(ctx)
    .selectFrom('webhook_event')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('charge_id', '=', anyUuid(chargeIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return eventsOf(ctx, rows)
}

function eventsOf(ctx: Context, rows: readonly EventRow[]): WebhookEvent[] {
  const em = ctx.em.fork()
  return rows.map((row) => em.map(WebhookEvent, row))
}

/** Counts the deliveries of each event by status. Returns an entry for every id. */
export async function countDeliveries(
  ctx: Context,
  eventIds: readonly string[],
): Promise<Map<string, DeliveryCounts>> {
  const rows = await db(ctx)
    .selectFrom('webhook_delivery')
    .select('event_id as eventId')
    .select(({ fn }) => {
      const count = fn.countAll<bigint>()
      return [
        count.filterWhere('status', '=', 'succeeded').as('succeeded'),
        count.filterWhere('status', 'in', ['pending', 'sending']).as('pending'),
        count.filterWhere('status', '=', 'failed').as('failed'),
      ]
    })
    .where('event_id', '=', anyText(eventIds))
    .groupBy('event_id')
    .execute()
  const counts = new Map(
    rows.map(({ eventId, succeeded, pending, failed }) => [
      eventId,
      { succeeded: Number(succeeded), pending: Number(pending), failed: Number(failed) },
    ]),
  )
  return new Map(eventIds.map((id) => [id, counts.get(id) ?? { succeeded: 0, pending: 0, failed: 0 }]))
}
