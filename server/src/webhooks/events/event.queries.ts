import type { Context } from '../../kernel/context.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../kernel/database/page.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { WebhookEvent } from './event.entity.ts'
import { eventCreatedAt, isEventId } from './event-id.ts'
import { selectEvents, type EventFilter } from './list-events.sql.ts'

/** The deliveries of an event by status. `pending` includes `sending`. Skipped ones are not counted. */
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
 * @throws Problem not_found, reason `webhook_event_not_found`: an unknown or malformed id, another merchant's event, or
 *   one past its retention of 90 days.
 */
export async function getEvent(ctx: Context, merchantId: string, id: string): Promise<WebhookEvent> {
  const event = isEventId(id)
    ? await ctx.em.findOne(
        WebhookEvent,
        { createdAt: eventCreatedAt(id), id, merchantId },
        { disableIdentityMap: true },
      )
    : null
  if (!event) throw new Problem('not_found', { reason: 'webhook_event_not_found' })
  return event
}

/** Finds the merchant's events by id, in any order. Omits unknown and malformed ids, and deleted events. */
export function findEvents(
  ctx: Context,
  merchantId: string,
  ids: readonly string[],
): Promise<WebhookEvent[]> {
  const known = ids.filter(isEventId)
  return ctx.em.find(
    WebhookEvent,
    { merchantId, id: { $in: known }, createdAt: { $in: known.map(eventCreatedAt) } },
    { disableIdentityMap: true },
  )
}

/** Lists all events of the charges, oldest first. */
export async function listEventsOfCharges(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<WebhookEvent[]> {
  const rows = await sql<Record<string, unknown>>(
    ctx,
    `select * from webhook_event where merchant_id = $1 and charge_id = any ($2::uuid[])
     order by created_at, id`,
    [merchantId, chargeIds],
  )
  return eventsOf(ctx, rows)
}

function eventsOf(ctx: Context, rows: Record<string, unknown>[]): WebhookEvent[] {
  const em = ctx.em.fork()
  return rows.map((row) => em.map(WebhookEvent, row))
}

/** Counts the deliveries of each event by status. Returns an entry for every id. */
export async function countDeliveries(
  ctx: Context,
  eventIds: readonly string[],
): Promise<Map<string, DeliveryCounts>> {
  const rows = await sql<{ event_id: string; succeeded: bigint; pending: bigint; failed: bigint }>(
    ctx,
    `select event_id, count(*) filter (where status = 'succeeded') as succeeded,
       count(*) filter (where status in ('pending', 'sending')) as pending,
       count(*) filter (where status = 'failed') as failed
     from webhook_delivery where event_id = any ($1::text[]) group by event_id`,
    [eventIds],
  )
  const counts = new Map(
    rows.map((row) => [
      row.event_id,
      { succeeded: Number(row.succeeded), pending: Number(row.pending), failed: Number(row.failed) },
    ]),
  )
  return new Map(eventIds.map((id) => [id, counts.get(id) ?? { succeeded: 0, pending: 0, failed: 0 }]))
}
