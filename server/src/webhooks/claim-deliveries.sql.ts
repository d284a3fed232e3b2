import type { Context, Tx } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import type { Trigger } from './delivery.entity.ts'

/** A claimed delivery with all that its attempt needs. */
export interface ClaimedRow {
  id: string
  merchant_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_created_at: Date
  trigger: Trigger
  /** The number of this attempt, from 1. */
  attempts: number
  scheduled_attempts: number
  claim_id: string
  url: string
  resume_at: Date | null
  succeeded_at: Date | null
  secret_box: Buffer
  secret_key_id: string
  previous_secret_box: Buffer | null
  previous_secret_key_id: string | null
  previous_secret_ends_at: Date | null
  /** Null when the event is older than what is kept. */
  body: string | null
}

/** The endpoints that have work now. Reads without a lock; one index probe for each endpoint with waiting deliveries. */
export async function findDueLanes(ctx: Context, now: Date): Promise<string[]> {
  const rows = await sql<{ id: string }>(ctx, DUE_LANES, [now])
  return rows.map(({ id }) => id)
}

/** Locks up to `max` of the endpoints, longest unserved first; those locked by another engine are passed over. */
export async function lockLanes(
  tx: Tx,
  ids: readonly string[],
  { now, max }: { now: Date; max: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }>(tx, LOCK_LANES, [ids, now, max])
  return rows.map(({ id }) => id)
}

export interface TakeOptions {
  now: Date
  /** Free sockets. */
  room: number
  claimId: string
  leaseUntil: Date
  merchantInFlightMax: number
  /** From so many failures in a row on, an endpoint is sent one at a time. */
  suspectFrom: number
}

/**
 * Counts what is in flight and marks the due deliveries that there is room for, in turn over the lanes. Must come
 * after `lockLanes` as a statement of its own: only so is the count newer than every other engine's commit.
 */
export function takeDeliveries(
  tx: Tx,
  lanes: readonly string[],
  options: TakeOptions,
): Promise<ClaimedRow[]> {
  const { now, room, claimId, leaseUntil, merchantInFlightMax, suspectFrom } = options
  return sql<ClaimedRow>(tx, TAKE, [now, lanes, room, claimId, leaseUntil, merchantInFlightMax, suspectFrom])
}

// A loose index scan: it costs one probe for each endpoint that has work, not for each delivery. What is asked for by
// hand goes out also while the endpoint is paused.
const DUE_LANES = `
  with recursive lane as (
    (select endpoint_id as id from webhook_delivery where status = 'pending' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_delivery d where d.status = 'pending' and d.endpoint_id > lane.id
      order by d.endpoint_id limit 1)
    from lane where lane.id is not null)
  select e.id from lane join webhook_endpoint e on e.id = lane.id
  where e.status = 'active' and (e.rate_limited_until is null or e.rate_limited_until <= $1)
    and (case when e.paused_until > $1
      then exists (select 1 from webhook_delivery d
        where d.endpoint_id = e.id and d.status = 'pending' and d.trigger = 'manual')
      else exists (select 1 from webhook_delivery d
        where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= $1) end)`

// NO KEY UPDATE: a plain FOR UPDATE would pass over each lane whose endpoint a foreign key is being checked for.
const LOCK_LANES = `
  select id from webhook_endpoint
  where id = any ($1::uuid[]) and status = 'active' and (rate_limited_until is null or rate_limited_until <= $2)
  order by last_claim_at, id limit $3 for no key update skip locked`

// A lane that got nothing for want of sockets stays at the head of the queue; one that is full, or whose merchant is,
// goes to its end.
const TAKE = `
  with lane as materialized (
    select e.id, e.merchant_id, e.last_claim_at, e.url, e.secret_box, e.secret_key_id, e.previous_secret_box,
      e.previous_secret_key_id, e.previous_secret_ends_at,
      e.paused_until is not null and e.paused_until > $1::timestamptz as paused,
      case when e.half_open or e.consecutive_failures >= $7::int then 1 else e.max_in_flight end
        - (select count(*) from webhook_delivery s where s.merchant_id = e.merchant_id and s.endpoint_id = e.id
          and s.status = 'sending') as room,
      least(e.rate_per_second, e.rate_tokens + e.rate_per_second
        * greatest(0, extract(epoch from $1::timestamptz - e.rate_filled_at)::double precision)) as tokens
    from webhook_endpoint e where e.id = any ($2::uuid[])),
  candidate as materialized (
    select due.id, due.next_attempt_at, lane.id as lane_id, lane.merchant_id, lane.last_claim_at
    from lane cross join lateral (
      select d.id, d.next_attempt_at from webhook_delivery d
      where d.endpoint_id = lane.id and d.status = 'pending' and d.next_attempt_at <= $1::timestamptz
        and (not lane.paused or d.trigger = 'manual')
      order by d.next_attempt_at, d.id limit greatest(0, least(lane.room, floor(lane.tokens)))
      for update skip locked) due),
  turn as (
    select candidate.*, row_number() over (partition by lane_id order by next_attempt_at, id) as place from candidate),
  fair as (
    select turn.*, row_number() over (partition by merchant_id order by place, last_claim_at, lane_id) as merchant_place
    from turn),
  eligible as materialized (
    select fair.* from fair where fair.merchant_place <= $6::int - (select count(*) from webhook_delivery s
      where s.merchant_id = fair.merchant_id and s.status = 'sending')),
  picked as materialized (
    select id, lane_id from eligible order by place, last_claim_at, lane_id limit $3::int),
  touched as (
    update webhook_endpoint e set last_claim_at = $1::timestamptz, rate_filled_at = $1::timestamptz,
      rate_tokens = greatest(0, lane.tokens - (select count(*) from picked where picked.lane_id = lane.id))
    from lane where e.id = lane.id
      and (exists (select 1 from picked where picked.lane_id = lane.id)
        or not exists (select 1 from eligible where eligible.lane_id = lane.id)))
  update webhook_delivery d set status = 'sending', next_attempt_at = null, claim_id = $4::uuid,
    lease_until = $5::timestamptz, attempts = d.attempts + 1,
    scheduled_attempts = d.scheduled_attempts + case d.trigger when 'auto' then 1 else 0 end
  from picked join lane on lane.id = picked.lane_id
  where d.id = picked.id
  returning d.id, d.merchant_id, d.endpoint_id, d.event_id, d.event_type, d.event_created_at, d.trigger, d.attempts,
    d.scheduled_attempts, d.resume_at, d.succeeded_at, d.claim_id, lane.url, lane.secret_box, lane.secret_key_id, lane.previous_secret_box,
    lane.previous_secret_key_id, lane.previous_secret_ends_at,
    (select e.body from webhook_event e where e.created_at = d.event_created_at and e.id = d.event_id) as body`
