/** SQL condition: the last finished attempt to the endpoint `e` succeeded. */
const HEALTHY = `e.last_success_at is not null and e.consecutive_failures = 0
          and (e.last_failure_at is null or e.last_failure_at <= e.last_success_at)`

/** SQL condition: no attempt to the endpoint `e` has finished yet. */
const UNTRIED = 'e.last_success_at is null and e.last_failure_at is null'

/**
 * Claims up to `p_room` due deliveries under the claim id `p_claim`, at most `p_unhealthy_room` of them for unhealthy
 * endpoints. Returns the deliveries with everything that an attempt needs. An endpoint is healthy when its last
 * finished attempt succeeded.
 *
 * 1. Locks up to `p_lanes_max` healthy endpoints with due work, and up to `p_lanes_max` unhealthy ones, but not more
 *    than `p_unhealthy_room`. The endpoint that was served longest ago comes first. An endpoint without any finished
 *    attempt precedes the other unhealthy endpoints. Skips endpoints that another dispatcher has locked.
 * 2. Takes an advisory lock for each merchant of these endpoints. Waits for other dispatchers that claim for the same
 *    merchants.
 * 3. In a separate statement, counts the running attempts and claims as many deliveries as the limits allow. Each
 *    statement of a volatile function sees all earlier commits. If one statement also took the locks, its counts
 *    would miss claims that committed during the wait for a lock.
 *
 * An endpoint that has never succeeded, or that failed `p_suspect_from` times in a row, gets one delivery at a time.
 * Manual replays are claimed even while the endpoint is paused.
 *
 * Each connection plans the statements only once, whatever the sizes of the tables at that moment. Every step must be
 * an index probe, so the function's settings disable plans that suit only small tables.
 */
export const CLAIM_WEBHOOK_DELIVERIES = `
create function claim_webhook_deliveries(p_now timestamptz, p_room integer, p_claim uuid, p_lease_until timestamptz,
  p_merchant_in_flight_max integer, p_suspect_from integer, p_lanes_max integer, p_unhealthy_room integer)
returns table (id uuid, merchant_id uuid, endpoint_id uuid, event_id text, event_type text,
  event_created_at timestamptz, trigger text, attempts integer, scheduled_attempts integer, resume_at timestamptz,
  succeeded_at timestamptz, claim_id uuid, url text, secret_box bytea, secret_key_id text, previous_secret_box bytea,
  previous_secret_key_id text, previous_secret_ends_at timestamptz, body text, healthy boolean)
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_lanes uuid[];
  v_merchants bigint[];
begin
  -- A loose index scan: one probe for each endpoint that has work, not for each delivery. NO KEY UPDATE: FOR UPDATE
  -- would skip endpoints that a foreign key check has locked.
  with recursive lane as (
    (select endpoint_id as id from public.webhook_delivery where status = 'pending' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from public.webhook_delivery d
      where d.status = 'pending' and d.endpoint_id > lane.id order by d.endpoint_id limit 1)
    from lane where lane.id is not null),
  due as materialized (
    select e.id, e.last_claim_at, ${HEALTHY} as healthy, ${UNTRIED} as untried
    from lane join public.webhook_endpoint e on e.id = lane.id
    where e.status = 'active' and (e.rate_limited_until is null or e.rate_limited_until <= p_now)
      and (p_unhealthy_room > 0 or (${HEALTHY}))
      and (case when e.paused_until > p_now
        then exists (select 1 from public.webhook_delivery d
          where d.endpoint_id = e.id and d.status = 'pending' and d.trigger = 'manual')
        else exists (select 1 from public.webhook_delivery d
          where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= p_now) end)),
  healthy as materialized (
    select e.id, e.merchant_id from due join public.webhook_endpoint e on e.id = due.id
    where due.healthy and e.status = 'active' and (e.rate_limited_until is null or e.rate_limited_until <= p_now)
    order by due.last_claim_at, due.id limit p_lanes_max for no key update of e skip locked),
  unhealthy as materialized (
    select e.id, e.merchant_id from due join public.webhook_endpoint e on e.id = due.id
    where not due.healthy and e.status = 'active' and (e.rate_limited_until is null or e.rate_limited_until <= p_now)
    order by due.untried desc, due.last_claim_at, due.id limit least(p_lanes_max, p_unhealthy_room)
    for no key update of e skip locked)
  select array_agg(locked.id), array_agg(distinct uuid_hash_extended(locked.merchant_id, 0))
    into v_lanes, v_merchants
  from (select * from healthy union all select * from unhealthy) locked;
  if v_lanes is null then return; end if;
  -- An advisory lock, because money transactions lock the merchant's row. Only claims wait here, always in one order.
  perform pg_advisory_xact_lock(merchant.key) from (select key from unnest(v_merchants) key order by key) merchant;

  -- A lane that got nothing for want of sockets stays at the head of the queue. A lane that is full, or whose merchant
  -- is, goes to its end.
  return query
  with lane as materialized (
    select e.id, e.merchant_id, e.last_claim_at, e.url, e.secret_box, e.secret_key_id, e.previous_secret_box,
      e.previous_secret_key_id, e.previous_secret_ends_at, ${HEALTHY} as healthy, ${UNTRIED} as untried,
      e.paused_until is not null and e.paused_until > p_now as paused,
      case when e.half_open or e.last_success_at is null or e.consecutive_failures >= p_suspect_from then 1
        else e.max_in_flight end
        - (select count(*) from public.webhook_delivery s where s.merchant_id = e.merchant_id and s.endpoint_id = e.id
          and s.status = 'sending') as room,
      p_merchant_in_flight_max - (select count(*) from public.webhook_delivery s
        where s.merchant_id = e.merchant_id and s.status = 'sending') as merchant_room,
      least(e.rate_per_second, e.rate_tokens + e.rate_per_second
        * greatest(0, extract(epoch from p_now - e.rate_filled_at)::double precision)) as tokens
    from public.webhook_endpoint e where e.id = any (v_lanes)),
  candidate as materialized (
    select due.id, due.next_attempt_at, lane.id as lane_id, lane.merchant_id, lane.last_claim_at,
      lane.merchant_room, lane.healthy, lane.untried
    from lane cross join lateral (
      select d.id, d.next_attempt_at from public.webhook_delivery d
      where d.endpoint_id = lane.id and d.status = 'pending' and d.next_attempt_at <= p_now
        and (not lane.paused or d.trigger = 'manual')
      order by d.next_attempt_at, d.id limit greatest(0, least(lane.room, lane.merchant_room, floor(lane.tokens)))
      for update skip locked) due),
  turn as (
    select candidate.*, row_number() over (partition by lane_id order by next_attempt_at, id) as place from candidate),
  fair as (
    select turn.*, row_number() over (partition by merchant_id order by place, last_claim_at, lane_id) as merchant_place
    from turn),
  eligible as materialized (
    select fair.*, row_number() over (partition by healthy order by untried desc, place, last_claim_at, lane_id)
      as health_place
    from fair where fair.merchant_place <= fair.merchant_room),
  picked as materialized (
    select id, lane_id from eligible where healthy or health_place <= p_unhealthy_room
    order by place, last_claim_at, lane_id limit p_room),
  touched as (
    update public.webhook_endpoint e set last_claim_at = p_now, rate_filled_at = p_now,
      rate_tokens = greatest(0, lane.tokens - (select count(*) from picked where picked.lane_id = lane.id))
    from lane where e.id = lane.id
      and (exists (select 1 from picked where picked.lane_id = lane.id)
        or not exists (select 1 from eligible where eligible.lane_id = lane.id)))
  update public.webhook_delivery d set status = 'sending', next_attempt_at = null, claim_id = p_claim,
    lease_until = p_lease_until, attempts = d.attempts + 1,
    scheduled_attempts = d.scheduled_attempts + case d.trigger when 'auto' then 1 else 0 end
  from picked join lane on lane.id = picked.lane_id
  where d.id = picked.id
  returning d.id, d.merchant_id, d.endpoint_id, d.event_id, d.event_type, d.event_created_at, d.trigger, d.attempts,
    d.scheduled_attempts, d.resume_at, d.succeeded_at, d.claim_id, lane.url, lane.secret_box, lane.secret_key_id,
    lane.previous_secret_box, lane.previous_secret_key_id, lane.previous_secret_ends_at,
    (select e.body from public.webhook_event e where e.created_at = d.event_created_at and e.id = d.event_id) as body,
    lane.healthy;
end $$`
