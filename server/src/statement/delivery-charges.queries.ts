import type { Context } from '../kernel/context.ts'
import { anyText } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import { eventCreatedAt, isEventId } from '../webhooks/events/event-id.ts'

/** The charge that a webhook event is about. */
export interface EventCharge {
  eventId: string
  id: string
  orderReference: string
  endToEndId: string | null
}

/**
 * Lists the charges of the given events of a merchant. Omits events without a charge, and events that have been
 * deleted.
 */
export function listChargesOfEvents(
  ctx: Context,
  merchantId: string,
  eventIds: readonly string[],
): Promise<EventCharge[]> {
  const known = eventIds.filter(isEventId)
  if (known.length === 0) return Promise.resolve([])
  return (
    db(ctx)
      .selectFrom('webhook_event as e')
      .innerJoin('charge as c', (join) =>
        join.onRef('c.merchant_id', '=', 'e.merchant_id').onRef('c.id', '=', 'e.charge_id'),
      )
      .select([
        'e.id as eventId',
        'c.id',
        'c.order_reference as orderReference',
        'c.end_to_end_id as endToEndId',
      ])
      .where('e.merchant_id', '=', merchantId)
      .where('e.id', '=', anyText(known))
      // Without a condition on the partition key, the query would read every partition of the events.
      .where('e.created_at', 'in', known.map(eventCreatedAt))
      .execute()
  )
}
