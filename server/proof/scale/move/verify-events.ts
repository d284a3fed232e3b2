import type { Client } from 'pg'
import type { Receiver } from '../../../bench/load/receiver.ts'
import type { FeedReader } from './feed-reader.ts'
import type { MerchantLoad } from './moving-load.ts'

/** The events of a merchant in one cell, and how many deliveries each has. */
const EVENTS = `
  select e.id, e.type, count(d.id)::int as deliveries, count(d.succeeded_at)::int as succeeded
  from webhook_event e left join webhook_delivery d on d.event_id = e.id
  where e.merchant_id = $1 group by e.id, e.type`
/** The deliveries of a merchant whose event is not in the same cell. */
const ORPHANS = `
  select count(*)::int as count from webhook_delivery d
  where d.merchant_id = $1 and not exists (select from webhook_event e where e.id = d.event_id)`

interface EventRow {
  id: string
  type: string
  deliveries: number
  succeeded: number
}

/** The events of a merchant in all cells together, and the deliveries without an event. */
export interface EventRows {
  events: EventRow[]
  orphans: number
}

export async function readEvents(clients: Iterable<Client>, merchantId: string): Promise<EventRows> {
  const found: EventRows = { events: [], orphans: 0 }
  for (const client of clients) {
    found.events.push(...(await client.query<EventRow>(EVENTS, [merchantId])).rows)
    const { rows } = await client.query<{ count: number }>(ORPHANS, [merchantId])
    found.orphans += rows[0]?.count ?? 0
  }
  return found
}

/** Returns whether the expected events exist, and every event has a delivery that succeeded. */
export function areDelivered({ events }: EventRows, merchant: MerchantLoad): boolean {
  return events.every(({ succeeded }) => succeeded > 0) && missingTypes(events, merchant).length === 0
}

/** The number of events of each type that the load caused. Events of other types may exist. */
const expectedTypes = ({ payments, refunds }: MerchantLoad): [type: string, count: number][] => [
  ['charge.paid', payments.size],
  ['refund.created', refunds],
  ['refund.completed', refunds],
]

function missingTypes(events: readonly EventRow[], merchant: MerchantLoad): string[] {
  return expectedTypes(merchant).flatMap(([type, expected]) => {
    const count = events.filter((event) => event.type === type).length
    return count === expected ? [] : [`${count} ${type} of ${expected}`]
  })
}

/**
 * Compares the stored events of a merchant with their deliveries, with the webhooks that arrived at the receiver, and
 * with the feed. The merchant has one endpoint for all events, so every event must have exactly one delivery.
 */
export function compareEvents(
  { events, orphans }: EventRows,
  merchant: MerchantLoad,
  { receiver, feed }: { receiver: Receiver; feed: FeedReader },
): { ok: boolean; line: string } {
  const stored = new Set(events.map(({ id }) => id))
  const arrived = receiver.arrivedAt(merchant.id)
  const deliveries = events.reduce((sum, event) => sum + event.deliveries, 0)
  const faults = [
    ...missingTypes(events, merchant),
    ...counted(events.length - stored.size, 'events are in two cells'),
    ...counted(events.filter((event) => event.deliveries === 0).length, 'events have no delivery'),
    ...counted(events.filter((event) => event.deliveries > 1).length, 'events have several deliveries'),
    ...counted(events.filter((event) => event.succeeded === 0).length, 'events were not delivered'),
    ...counted(orphans, 'deliveries have no event'),
    ...counted(lacking(arrived, stored), 'events did not arrive at the receiver'),
    ...counted(lacking(stored, arrived), 'events arrived and are not stored'),
    ...counted(lacking(feed.ids, stored), 'events are not in the feed'),
    ...counted(lacking(stored, feed.ids), 'events of the feed are not stored'),
    ...feed.faults,
  ]
  return {
    ok: faults.length === 0,
    line:
      `${stored.size} events, ${deliveries} deliveries, ${arrived.size} arrived, ${feed.ids.size} read in the feed` +
      faults.map((fault) => `; ${fault}`).join(''),
  }
}

const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`])

/** Returns how many items of `of` the set lacks. */
const lacking = (set: ReadonlySet<string>, of: ReadonlySet<string>): number =>
  Array.from(of).filter((item) => !set.has(item)).length
