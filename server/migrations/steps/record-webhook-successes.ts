import { REFUSE } from './away.ts'

/**
 * Records successful attempts, one for each element of the arrays and of the list `p_attempts`. A success makes the
 * endpoint healthy whatever its condition was, so the function does not read the condition. Ignores a success whose
 * claim was lost. Returns the recorded deliveries, each with the time of the last failed attempt of its endpoint.
 *
 * Locks the endpoints in the order of their ids before any write. Every writer uses this order, which prevents
 * deadlocks. The subselects hide the number of ids from the planner, as in `isOneOf`. An endpoint that cannot be updated
 * was hidden since, because its merchant moves. The hourly counts are also written in a fixed order.
 */
export const RECORD_WEBHOOK_SUCCESSES = `
create function record_webhook_successes(p_now timestamptz, p_deliveries uuid[], p_claims uuid[], p_merchants uuid[],
  p_endpoints uuid[], p_status_codes integer[], p_hours timestamptz[], p_latencies_ms_max integer[], p_attempts jsonb)
returns table (delivery_id uuid, last_failure_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  v_locked uuid[]; v_failures timestamptz[]; v_n bigint; v_updated bigint;
  v_ours bigint[] := '{}'; v_deliveries uuid[] := '{}'; v_endpoints uuid[] := '{}';
begin
  select array_agg(e.id), array_agg(e.last_failure_at) into v_locked, v_failures
    from (select id, last_failure_at from public.webhook_endpoint where id = any (array(select unnest(p_endpoints)))
      order by id for no key update) e;

  for v_n in
    update public.webhook_delivery d set status = 'succeeded', claim_id = null, lease_until = null, resume_at = null,
      trigger = 'auto', last_status_code = given.status_code, last_error = null,
      succeeded_at = coalesce(d.succeeded_at, p_now), finished_at = p_now
    from unnest(p_deliveries, p_claims, p_status_codes) with ordinality as given (delivery_id, claim_id, status_code, n)
    where d.id = any (array(select unnest(p_deliveries))) and d.id = given.delivery_id and d.claim_id = given.claim_id
      and d.status = 'sending'
    returning given.n
  loop
    delivery_id := p_deliveries[v_n];
    last_failure_at := v_failures[array_position(v_locked, p_endpoints[v_n])];
    v_ours := array_append(v_ours, v_n);
    v_deliveries := array_append(v_deliveries, delivery_id);
    if p_endpoints[v_n] <> all (v_endpoints) then v_endpoints := array_append(v_endpoints, p_endpoints[v_n]); end if;
    return next;
  end loop;
  if cardinality(v_ours) = 0 then return; end if;

  insert into public.webhook_attempt (merchant_id, endpoint_id, delivery_id, n, trigger, started_at, duration_ms,
    timings, status_code, remote_ip, request_headers, response_headers, response_body, response_truncated)
  select merchant_id, endpoint_id, delivery_id, n, trigger, started_at, duration_ms, timings, status_code, remote_ip,
    request_headers, response_headers, decode(response_body, 'base64'), response_truncated
  from jsonb_to_recordset(p_attempts) as t (merchant_id uuid, endpoint_id uuid, delivery_id uuid, n int, trigger text,
    started_at timestamptz, duration_ms int, timings jsonb, status_code int, remote_ip text, request_headers jsonb,
    response_headers jsonb, response_body text, response_truncated boolean)
  where delivery_id = any (v_deliveries);

  update public.webhook_endpoint set consecutive_failures = 0, failing_since = null, paused_until = null,
    pause_step = 0, half_open = false, rate_limited_until = null, last_success_at = p_now
  where id = any (array(select unnest(v_endpoints)));
  get diagnostics v_updated = row_count;
  if v_updated <> cardinality(v_endpoints) then ${REFUSE} end if;

  insert into public.webhook_endpoint_hour as h (merchant_id, endpoint_id, hour, outcome, latency_ms_max, attempts)
  select p_merchants[t.n], p_endpoints[t.n], p_hours[t.n], 'succeeded', p_latencies_ms_max[t.n], count(*)
  from unnest(v_ours) as t (n) group by 1, 2, 3, 5 order by 2, 3, 5
  on conflict (endpoint_id, hour, outcome, latency_ms_max) do update set attempts = h.attempts + excluded.attempts;
end $$`
