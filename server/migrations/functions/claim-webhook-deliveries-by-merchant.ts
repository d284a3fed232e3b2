/**
 * Claims up to `p_room` due deliveries for `p_claim`, in turn over the endpoints that have any, and answers them with
 * all that an attempt needs. First locks up to `p_lanes_max` endpoints with due work, longest unserved first (those
 * locked by another engine are passed over), then their merchants, waiting where another engine claims for one just
 * then; then, by a statement of its own, counts what is in flight and takes what there is room for: each statement of a
 * volatile function sees every commit before it, and in one statement with the locks the counts would be older than
 * another engine's commit. An endpoint that failed `p_suspect_from` times in a row is sent one at a time. What is asked
 * for by hand goes out also while the endpoint is paused.
 *
 * Planned once a connection, whatever the tables hold at that moment: every step is a probe of an index, so the ways
 * that pay only for small tables are closed to the planner.
 */
export const CLAIM_WEBHOOK_DELIVERIES_BY_MERCHANT = `
create or replace function claim_webhook_deliveries(p_now timestamptz, p_room integer, p_claim uuid,
  p_lease_until timestamptz, p_merchant_in_flight_max integer, p_suspect_from integer, p_lanes_max integer)
returns table (id uuid, merchant_id uuid, endpoint_id uuid, event_id text, event_type text,
  event_created_at timestamptz, trigger text, attempts integer, scheduled_attempts integer, resume_at timestamptz,
  succeeded_at timestamptz, claim_id uuid, url text, secret_box bytea, secret_key_id text, previous_secret_box bytea,
  previous_secret_key_id text, previous_secret_ends_at timestamptz, body text)
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_lanes uuid[];
  v_merchants bigint[];
begin
  -- A loose index scan: it costs one probe for each endpoint that has work, not for each delivery. NO KEY UPDATE: a
  -- plain FOR UPDATE would pass over each lane whose endpoint a foreign key is being checked for.
  with recursive lane as (
    (select endpoint_id as id from public.webhook_delivery where status = 'pending' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from public.webhook_delivery d
      where d.status = 'pending' and d.endpoint_id > lane.id order by d.endpoint_id limit 1)
    from lane where lane.id is not null)
  select array_agg(due.id), array_agg(distinct uuid_hash_extended(due.merchant_id, 0)) into v_lanes, v_merchants
  from (
    select e.id, e.merchant_id from lane join public.webhook_endpoint e on e.id = lane.id
    where e.status = 'active' and (e.rate_limited_until is null or e.rate_limited_until <= p_now)
      and (case when e.paused_until > p_now
        then exists (select 1 from public.webhook_delivery d
          where d.endpoint_id = e.id and d.status = 'pending' and d.trigger = 'manual')
        else exists (select 1 from public.webhook_delivery d
          where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= p_now) end)
    order by e.last_claim_at, e.id limit p_lanes_max for no key update of e skip locked) due;
  if v_lanes is null then return; end if;
  -- No row of the merchant's, for those belong to money: nobody waits here but another claim. Always in one order.
  perform pg_advisory_xact_lock(merchant.key) from (select key from unnest(v_merchants) key order by key) merchant;

  -- A lane that got nothing for want of sockets stays at the head of the queue; one that is full, or whose merchant
  -- is, goes to its end.
  return query
  with lane as materialized (
    select e.id, e.merchant_id, e.last_claim_at, e.url, e.secret_box, e.secret_key_id, e.previous_secret_box,
      e.previous_secret_key_id, e.previous_secret_ends_at,
      e.paused_until is not null and e.paused_until > p_now as paused,
      case when e.half_open or e.consecutive_failures >= p_suspect_from then 1 else e.max_in_flight end
        - (select count(*) from public.webhook_delivery s where s.merchant_id = e.merchant_id and s.endpoint_id = e.id
          and s.status = 'sending') as room,
      p_merchant_in_flight_max - (select count(*) from public.webhook_delivery s
        where s.merchant_id = e.merchant_id and s.status = 'sending') as merchant_room,
      least(e.rate_per_second, e.rate_tokens + e.rate_per_second
        * greatest(0, extract(epoch from p_now - e.rate_filled_at)::double precision)) as tokens
    from public.webhook_endpoint e where e.id = any (v_lanes)),
  candidate as materialized (
    select due.id, due.next_attempt_at, lane.id as lane_id, lane.merchant_id, lane.last_claim_at,
      lane.merchant_room
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
    select fair.* from fair where fair.merchant_place <= fair.merchant_room),
  picked as materialized (
    select id, lane_id from eligible order by place, last_claim_at, lane_id limit p_room),
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
    (select e.body from public.webhook_event e where e.created_at = d.event_created_at and e.id = d.event_id) as body;
end $$`
