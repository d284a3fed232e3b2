import { isAway, REFUSE } from './away.ts'

/**
 * Inserts events, and a delivery of each event for each subscribed endpoint. An endpoint gets no delivery of an event
 * about itself.
 *
 * A delivery id is the seed of the event with its last 48 bits replaced by a hash of the seed and the endpoint id. The
 * delivery id therefore keeps the time order of the seed.
 */
export const RECORD_EVENTS = `
create function record_events(p_merchants uuid[], p_now timestamptz, p_version text, p_ids text[], p_types text[],
  p_environments text[], p_bodies text[], p_source_types text[], p_source_ids text[], p_charge_ids uuid[],
  p_seeds text[], p_correlation_ids uuid[])
returns void
language plpgsql as $$
declare
  v_events bigint[]; v_endpoints uuid[]; v_statuses text[]; v_is_away boolean;
begin
  select array_agg(given.n), array_agg(e.id), array_agg(e.status), ${isAway('= any (p_merchants)')}
    into v_events, v_endpoints, v_statuses, v_is_away
    from unnest(p_merchants, p_types, p_environments, p_source_types, p_source_ids)
      with ordinality as given (merchant_id, type, environment, source_type, source_id, n)
    join public.webhook_endpoint e on e.merchant_id = given.merchant_id and e.environment = given.environment
      and e.status <> 'off' and (cardinality(e.event_types) = 0 or given.type = any (e.event_types))
      and (given.source_type <> 'webhook_endpoint' or given.source_id <> e.id::text);
  if v_is_away then ${REFUSE} end if;

  insert into public.webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id,
    charge_id, has_deliveries, created_at, correlation_id)
  select given.id, given.merchant_id, given.environment, given.type, p_version, given.body, given.source_type,
    given.source_id, given.charge_id, coalesce(given.n = any (v_events), false), p_now, given.correlation_id
  from unnest(p_merchants, p_ids, p_types, p_environments, p_bodies, p_source_types, p_source_ids, p_charge_ids,
      p_correlation_ids)
    with ordinality as given (merchant_id, id, type, environment, body, source_type, source_id, charge_id,
      correlation_id, n);
  if v_events is null then return; end if;

  insert into public.webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status,
    trigger, attempts, scheduled_attempts, next_attempt_at, finished_at, created_at)
  select overlay(p_seeds[t.n] placing left(md5(p_seeds[t.n] || t.endpoint_id::text), 12) from 25 for 12)::uuid,
    p_merchants[t.n], t.endpoint_id, p_ids[t.n], p_types[t.n], p_now,
    case when t.status = 'active' then 'pending' else 'skipped' end, 'auto', 0, 0,
    case when t.status = 'active' then p_now end, case when t.status = 'active' then null else p_now end, p_now
  from unnest(v_events, v_endpoints, v_statuses) as t (n, endpoint_id, status);
end $$`
