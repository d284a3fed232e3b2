import { sql } from 'kysely'
import type { Context, Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.entity.ts'
import { REPLAYED_MAX, replayedStatuses, type ReplayFilter } from './replay-filter.ts'

/** An event that a replay will send. */
export interface ReplayedEvent {
  id: string
  type: string
  createdAt: Date
  /** Null if the endpoint has no delivery of the event. */
  deliveryId: string | null
}

type Replayed = Pick<WebhookEndpoint, 'id' | 'merchantId' | 'environment' | 'eventTypes'>

/**
 * Finds the deliveries that match the filter, oldest first. Returns the delivery ids, but at most one id more than the
 * limit.
 */
export async function findReplayedDeliveries(
  ctx: Context,
  merchantId: string,
  filter: ReplayFilter,
): Promise<string[]> {
  const { endpointId, eventTypes, from, to } = filter
  let deliveries = db(ctx)
    .selectFrom('webhook_delivery')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('endpoint_id', '=', endpointId)
    .where('status', 'in', replayedStatuses(filter))
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .orderBy('id')
    .limit(REPLAYED_MAX + 1)
  if (eventTypes.length > 0) deliveries = deliveries.where('event_type', 'in', eventTypes)
  const rows = await deliveries.execute()
  return rows.map(({ id }) => id)
}

/**
 * Finds the events that match the filter and the endpoint's subscription, oldest first. Returns at most one event more
 * than the limit. An event matches only if the endpoint has no delivery of the event, or if this delivery has one of
 * the statuses in the filter. Excludes events about the endpoint itself.
 */
export async function findReplayedEvents(
  ctx: Context,
  endpoint: Replayed,
  filter: ReplayFilter,
): Promise<ReplayedEvent[]> {
  const { eventTypes: wanted, from, to } = filter
  const { id, merchantId, environment, eventTypes: subscribed } = endpoint
  const types = subscribed.length === 0 ? wanted : subscribed.filter((type) => includes(wanted, type))
  if (subscribed.length > 0 && types.length === 0) return []
  let events = db(ctx)
    .selectFrom('webhook_event as e')
    .leftJoin('webhook_delivery as d', (join) =>
      join.onRef('d.event_id', '=', 'e.id').on('d.endpoint_id', '=', id),
    )
    .select(['e.id', 'e.type', 'e.created_at as createdAt', 'd.id as deliveryId'])
    .where('e.merchant_id', '=', merchantId)
    .where('e.environment', '=', environment)
    .where((event) =>
      event.or([event('d.id', 'is', null), event('d.status', 'in', replayedStatuses(filter))]),
    )
    .where('e.created_at', '>=', from)
    .where('e.created_at', '<', to)
    .where((event) =>
      event.or([event('e.source_type', '<>', 'webhook_endpoint'), event('e.source_id', '<>', id)]),
    )
    .orderBy('e.created_at')
    .orderBy('e.id')
    .limit(REPLAYED_MAX + 1)
  if (types.length > 0) events = events.where('e.type', 'in', types)
  return await events.execute()
}

/** Returns whether a list of types contains `type`. An empty list contains every type. */
const includes = (types: readonly string[], type: string): boolean =>
  types.length === 0 || types.includes(type)

/**
 * Adds the missing deliveries with the status `skipped`, so that nothing but the replay sends them. Keeps a delivery
 * that was added concurrently. Returns the delivery ids in the order of the events.
 */
export async function addDeliveries(
  tx: Tx,
  endpoint: Replayed,
  events: readonly ReplayedEvent[],
): Promise<string[]> {
  const missing = events.filter(({ deliveryId }) => deliveryId === null)
  if (missing.length > 0) await insertSkipped(tx, endpoint, missing)
  const rows = await db(tx)
    .selectFrom(
      sql<{
        id: string
        n: bigint
      }>`unnest(${events.map(({ id }) => id)}::text[]) with ordinality`.as<'event'>(sql`event (id, n)`),
    )
    .innerJoin('webhook_delivery as d', (join) =>
      join.onRef('d.event_id', '=', 'event.id').on('d.endpoint_id', '=', endpoint.id),
    )
    .select('d.id')
    .orderBy('event.n')
    .execute()
  return rows.map(({ id }) => id)
}

async function insertSkipped(tx: Tx, endpoint: Replayed, events: readonly ReplayedEvent[]): Promise<void> {
  const now = tx.clock.now()
  await db(tx)
    .with('given', (query) => query.selectFrom(skippedDeliveries(tx, events)).selectAll())
    .with('marked', (query) =>
      query
        .updateTable('webhook_event as e')
        .from('given')
        .set({ has_deliveries: true })
        .whereRef('e.created_at', '=', 'given.event_created_at')
        .whereRef('e.id', '=', 'given.event_id')
        .where('e.has_deliveries', '=', false),
    )
    .insertInto('webhook_delivery')
    .columns([
      'id',
      'event_id',
      'event_type',
      'event_created_at',
      'merchant_id',
      'endpoint_id',
      'status',
      'trigger',
      'attempts',
      'scheduled_attempts',
      'finished_at',
      'created_at',
    ])
    .expression((query) =>
      query
        .selectFrom('given')
        .select(['id', 'event_id', 'event_type', 'event_created_at'])
        .select((given) => [
          given.val(endpoint.merchantId).as('merchant_id'),
          given.val(endpoint.id).as('endpoint_id'),
          given.val('skipped').as('status'),
          given.val('auto').as('trigger'),
          given.lit(0).as('attempts'),
          given.lit(0).as('scheduled_attempts'),
          given.val(now).as('finished_at'),
          given.val(now).as('created_at'),
        ]),
    )
    .onConflict((conflict) => conflict.constraint('webhook_delivery_once').doNothing())
    .execute()
}

/** Returns a query table with the new delivery ids and the events that they deliver. */
function skippedDeliveries(tx: Tx, events: readonly ReplayedEvent[]) {
  const now = tx.clock.now()
  const ids = events.map(() => tx.ids.uuid(now))
  const [eventIds, types, times] = [
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ createdAt }) => createdAt),
  ]
  return sql<{
    id: string
    event_id: string
    event_type: string
    event_created_at: Date
  }>`unnest(${ids}::uuid[], ${eventIds}::text[], ${types}::text[], ${times}::timestamptz[])`.as<'missing'>(
    sql`missing (id, event_id, event_type, event_created_at)`,
  )
}
