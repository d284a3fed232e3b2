import type { Tx } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import { EVENT_VERSION } from './event-types.ts'

export interface EventRow {
  id: string
  merchantId: string
  type: string
  environment: string
  body: string
  sourceType: string
  sourceId: string
  chargeId: string | null
  /** A time-ordered UUID. The ids of the event's deliveries are derived from this UUID. */
  deliverySeed: string
  correlationId: string
}

/** Inserts the events, and a delivery for each subscribed endpoint, in one SQL statement. */
export async function insertEvents(tx: Tx, rows: EventRow[], now: Date): Promise<void> {
  await sql(tx, INSERT, [
    rows.map((row) => row.merchantId),
    now,
    EVENT_VERSION,
    rows.map((row) => row.id),
    rows.map((row) => row.type),
    rows.map((row) => row.environment),
    rows.map((row) => row.body),
    rows.map((row) => row.sourceType),
    rows.map((row) => row.sourceId),
    rows.map((row) => row.chargeId),
    rows.map((row) => row.deliverySeed),
    rows.map((row) => row.correlationId),
  ])
}

// A delivery id is the seed with its last 48 bits replaced by a hash of the seed and the endpoint id. The delivery id
// therefore keeps the time order of the seed.
const INSERT = prepared(`
  with given as materialized (
    select * from unnest($1::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::uuid[],
      $11::text[], $12::uuid[])
      as t (merchant_id, id, type, environment, body, source_type, source_id, charge_id, seed, correlation_id)),
  target as materialized (
    select g.id as event_id, g.merchant_id, g.type as event_type, g.seed, e.id as endpoint_id, e.status
    from given g join webhook_endpoint e on e.merchant_id = g.merchant_id and e.environment = g.environment
      and e.status <> 'off' and (cardinality(e.event_types) = 0 or g.type = any (e.event_types))
      and (g.source_type <> 'webhook_endpoint' or g.source_id <> e.id::text)),
  stored as (
    insert into webhook_event
      (id, merchant_id, environment, type, version, body, source_type, source_id, charge_id, has_deliveries, created_at,
        correlation_id)
    select id, merchant_id, environment, type, $3, body, source_type, source_id, charge_id,
      id in (select event_id from target), $2::timestamptz, correlation_id
    from given)
  insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status,
    trigger, attempts, scheduled_attempts, next_attempt_at, finished_at, created_at)
  select overlay(seed placing left(md5(seed || endpoint_id::text), 12) from 25 for 12)::uuid, merchant_id, endpoint_id,
    event_id, event_type, $2::timestamptz, case when status = 'active' then 'pending' else 'skipped' end, 'auto', 0, 0,
    case when status = 'active' then $2::timestamptz end, case when status = 'active' then null else $2::timestamptz end, $2
  from target`)
