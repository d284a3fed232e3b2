import type { Context, Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.entity.ts'
import { MISSED, REPLAYED_MAX, replayedStatuses, type ReplayFilter } from './replay-filter.ts'

/** An event that a replay will send. */
export interface ReplayedEvent {
  id: string
  type: string
  createdAt: Date
  /** Null when the endpoint has no delivery of the event. */
  deliveryId: string | null
}

type Replayed = Pick<WebhookEndpoint, 'id' | 'merchantId' | 'environment' | 'eventTypes'>

/** Finds the deliveries that match the filter, oldest first, at most one more than the limit. Returns their ids. */
export async function findReplayedDeliveries(
  ctx: Context,
  merchantId: string,
  filter: ReplayFilter,
): Promise<string[]> {
  const statuses = replayedStatuses(filter)
  const isMissed = statuses.every((status) => MISSED.includes(status))
  const rows = await sql<{ id: string }>(
    ctx,
    isMissed ? `${DELIVERIES} and status in ('failed', 'skipped') ${IN_ORDER}` : `${DELIVERIES} ${IN_ORDER}`,
    [merchantId, filter.endpointId, statuses, filter.eventTypes, filter.from, filter.to],
  )
  return rows.map(({ id }) => id)
}

// The query repeats the statuses as literals where possible, so that the planner can use the partial index.
const DELIVERIES = `
  select id from webhook_delivery
  where merchant_id = $1::uuid and endpoint_id = $2::uuid and status = any ($3::text[])
    and (cardinality($4::text[]) = 0 or event_type = any ($4)) and created_at >= $5 and created_at < $6`
const IN_ORDER = `order by created_at, id limit ${REPLAYED_MAX + 1}`

/**
 * Finds the events that match the filter and the endpoint's subscription, oldest first. Returns at most one more than
 * the limit. An event matches when the endpoint has no delivery of it, or one with a status of the filter. Excludes
 * events about the endpoint itself.
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
  return await sql<ReplayedEvent>(ctx, EVENTS, [
    merchantId,
    id,
    environment,
    replayedStatuses(filter),
    types,
    from,
    to,
  ])
}

/** Whether a list of types contains `type`. An empty list contains every type. */
const includes = (types: readonly string[], type: string): boolean =>
  types.length === 0 || types.includes(type)

const EVENTS = `
  select e.id, e.type, e.created_at as "createdAt", d.id as "deliveryId"
  from webhook_event e left join webhook_delivery d on d.event_id = e.id and d.endpoint_id = $2::uuid
  where e.merchant_id = $1::uuid and e.environment = $3 and (d.id is null or d.status = any ($4::text[]))
    and (cardinality($5::text[]) = 0 or e.type = any ($5)) and e.created_at >= $6 and e.created_at < $7
    and (e.source_type <> 'webhook_endpoint' or e.source_id <> $2::text)
  order by e.created_at, e.id limit ${REPLAYED_MAX + 1}`

/**
 * Adds the missing deliveries as `skipped`, so that only the replay sends them. Keeps a delivery that was added
 * concurrently. Returns the delivery ids in the order of the events.
 */
export async function addDeliveries(
  tx: Tx,
  endpoint: Replayed,
  events: readonly ReplayedEvent[],
): Promise<string[]> {
  const now = tx.clock.now()
  const missing = events.filter(({ deliveryId }) => deliveryId === null)
  if (missing.length > 0)
    await sql(tx, ADD, [
      endpoint.merchantId,
      endpoint.id,
      now,
      missing.map(() => tx.ids.uuid(now)),
      missing.map(({ id }) => id),
      missing.map(({ type }) => type),
      missing.map(({ createdAt }) => createdAt),
    ])
  const rows = await sql<{ id: string }>(tx, OF_EVENTS, [endpoint.id, events.map(({ id }) => id)])
  return rows.map(({ id }) => id)
}

const ADD = `
  with given as materialized (
    select * from unnest($4::uuid[], $5::text[], $6::text[], $7::timestamptz[]) as t (id, event_id, type, created_at)),
  marked as (
    update webhook_event e set has_deliveries = true from given
    where e.created_at = given.created_at and e.id = given.event_id and not e.has_deliveries)
  insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status, trigger,
    attempts, scheduled_attempts, finished_at, created_at)
  select id, $1::uuid, $2::uuid, event_id, type, created_at, 'skipped', 'auto', 0, 0, $3::timestamptz, $3 from given
  on conflict on constraint webhook_delivery_once do nothing`

const OF_EVENTS = `
  select d.id from unnest($2::text[]) with ordinality as event (id, n)
  join webhook_delivery d on d.event_id = event.id and d.endpoint_id = $1::uuid order by event.n`
