import type { Context } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { AttemptRow } from './finish-deliveries.sql.ts'

/** A successful attempt, with its claim and the key of its hourly count. */
export interface SuccessRow extends Pick<
  AttemptRow,
  | 'merchant_id'
  | 'endpoint_id'
  | 'delivery_id'
  | 'n'
  | 'trigger'
  | 'started_at'
  | 'duration_ms'
  | 'timings'
  | 'status_code'
  | 'remote_ip'
  | 'request_headers'
  | 'response_headers'
  | 'response_body'
  | 'response_truncated'
> {
  claim_id: string
  hour: Date
  latency_ms_max: number
}

interface RecordedRow {
  id: string
  last_failure_at: Date | null
}

/**
 * Records successes in one SQL statement. A success makes the endpoint healthy whatever its condition was, so the SQL
 * statement does not read the condition first. Ignores a success whose claim was lost. Returns the ids of the recorded
 * deliveries, each with the time of the last failed attempt of its endpoint (null if no attempt has failed).
 */
export async function recordSuccesses(
  ctx: Context,
  rows: SuccessRow[],
  now: Date,
): Promise<Map<string, Date | null>> {
  const recorded = await sql<RecordedRow>(ctx, RECORD, [JSON.stringify(rows), now])
  return new Map(recorded.map(({ id, last_failure_at: lastFailureAt }) => [id, lastFailureAt]))
}

// Locks the endpoints ordered by id before any write. Every writer uses this order, which prevents deadlocks.
const RECORD = prepared(`
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as t (merchant_id uuid, endpoint_id uuid, delivery_id uuid,
      claim_id uuid, n int, trigger text, started_at timestamptz, duration_ms int, timings jsonb, status_code int,
      remote_ip text, request_headers jsonb, response_headers jsonb, response_body text, response_truncated boolean,
      hour timestamptz, latency_ms_max int)),
  locked as materialized (
    select id, last_failure_at from webhook_endpoint where id = any (array(select endpoint_id from given)) order by id
    for no key update),
  finished as (
    update webhook_delivery d set status = 'succeeded', claim_id = null, lease_until = null, resume_at = null,
      trigger = 'auto', last_status_code = given.status_code, last_error = null,
      succeeded_at = coalesce(d.succeeded_at, $2::timestamptz), finished_at = $2::timestamptz
    from given
    where d.id = given.delivery_id and d.claim_id = given.claim_id and d.status = 'sending'
      and (select count(*) from locked) > 0
    returning d.id),
  ours as materialized (select given.* from given join finished on finished.id = given.delivery_id),
  attempt as (
    insert into webhook_attempt (merchant_id, endpoint_id, delivery_id, n, trigger, started_at, duration_ms, timings,
      status_code, remote_ip, request_headers, response_headers, response_body, response_truncated)
    select merchant_id, endpoint_id, delivery_id, n, trigger, started_at, duration_ms, timings, status_code, remote_ip,
      request_headers, response_headers, decode(response_body, 'base64'), response_truncated
    from ours),
  endpoint as (
    update webhook_endpoint e set consecutive_failures = 0, failing_since = null, paused_until = null, pause_step = 0,
      half_open = false, rate_limited_until = null, last_success_at = $2::timestamptz
    from (select distinct endpoint_id from ours) served where e.id = served.endpoint_id),
  hour as (
    insert into webhook_endpoint_hour as h (merchant_id, endpoint_id, hour, outcome, latency_ms_max, attempts)
    select merchant_id, endpoint_id, hour, 'succeeded', latency_ms_max, count(*) from ours
    group by merchant_id, endpoint_id, hour, latency_ms_max order by endpoint_id, hour, latency_ms_max
    on conflict (endpoint_id, hour, outcome, latency_ms_max) do update set attempts = h.attempts + excluded.attempts)
  select ours.delivery_id as id, locked.last_failure_at from ours join locked on locked.id = ours.endpoint_id`)
