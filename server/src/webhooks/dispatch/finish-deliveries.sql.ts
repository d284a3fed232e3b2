import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import type { EndpointCondition } from '../endpoints/endpoint-condition.ts'

/** A row of `webhook_attempt` as JSON, with the body in base64. The keys are column names. */
export type AttemptRow = Omit<Selectable<Tables['webhook_attempt']>, 'response_body'> & {
  response_body: string | null
}

export type DeliveryRow = Pick<
  Selectable<Tables['webhook_delivery']>,
  'id' | 'status' | 'next_attempt_at' | 'last_status_code' | 'last_error' | 'succeeded_at' | 'finished_at'
>

export type HourRow = Selectable<Tables['webhook_endpoint_hour']>

export interface Results {
  attempts: AttemptRow[]
  deliveries: DeliveryRow[]
  endpoints: Map<string, EndpointCondition>
  hours: HourRow[]
}

/** Writes the results of attempts in one SQL statement: the attempts, their deliveries, endpoints and hourly counts. */
export async function writeResults(ctx: Context, results: Results): Promise<void> {
  const endpoints = Array.from(results.endpoints, ([id, condition]) => ({ id, ...rowOf(condition) }))
  await sql(ctx, WRITE, [
    JSON.stringify(results.attempts),
    JSON.stringify(results.deliveries),
    JSON.stringify(endpoints),
    JSON.stringify(results.hours),
    results.deliveries.map(({ id }) => id),
  ])
}

function rowOf(condition: EndpointCondition): Updateable<Tables['webhook_endpoint']> {
  return {
    status: condition.status,
    disabled_reason: condition.disabledReason,
    consecutive_failures: condition.consecutiveFailures,
    failing_since: condition.failingSince,
    paused_until: condition.pausedUntil,
    pause_step: condition.pauseStep,
    half_open: condition.halfOpen,
    rate_limited_until: condition.rateLimitedUntil,
    last_success_at: condition.lastSuccessAt,
    last_failure_at: condition.lastFailureAt,
    last_error_class: condition.lastErrorClass,
    last_error_status: condition.lastErrorStatus,
  }
}

// The SQL statement gets the delivery ids as an array in addition to the JSON. The planner cannot estimate the size of
// the JSON, so without the array it would scan the whole delivery table.
const WRITE = prepared(`
  with attempt as (
    insert into webhook_attempt (merchant_id, endpoint_id, delivery_id, n, trigger, started_at, duration_ms, timings,
      status_code, error_class, error_detail, remote_ip, request_headers, response_headers, response_body,
      response_truncated)
    select merchant_id, endpoint_id, delivery_id, n, trigger, started_at, duration_ms, timings, status_code, error_class,
      error_detail, remote_ip, request_headers, response_headers, decode(response_body, 'base64'), response_truncated
    from jsonb_to_recordset($1::jsonb) as t (merchant_id uuid, endpoint_id uuid, delivery_id uuid, n int, trigger text,
      started_at timestamptz, duration_ms int, timings jsonb, status_code int, error_class text, error_detail text,
      remote_ip text, request_headers jsonb, response_headers jsonb, response_body text, response_truncated boolean)),
  endpoint as (
    update webhook_endpoint e set status = t.status, disabled_reason = t.disabled_reason,
      consecutive_failures = t.consecutive_failures, failing_since = t.failing_since, paused_until = t.paused_until,
      pause_step = t.pause_step, half_open = t.half_open, rate_limited_until = t.rate_limited_until,
      last_success_at = t.last_success_at, last_failure_at = t.last_failure_at,
      last_error_class = t.last_error_class, last_error_status = t.last_error_status
    from jsonb_to_recordset($3::jsonb) as t (id uuid, status text, disabled_reason text, consecutive_failures int,
      failing_since timestamptz, paused_until timestamptz, pause_step int, half_open boolean,
      rate_limited_until timestamptz, last_success_at timestamptz, last_failure_at timestamptz, last_error_class text,
      last_error_status int)
    where e.id = t.id),
  hour as (
    insert into webhook_endpoint_hour as h (merchant_id, endpoint_id, hour, outcome, latency_ms_max, attempts)
    select merchant_id, endpoint_id, hour, outcome, latency_ms_max, attempts
    from jsonb_to_recordset($4::jsonb) as t (merchant_id uuid, endpoint_id uuid, hour timestamptz, outcome text,
      latency_ms_max int, attempts int)
    on conflict (endpoint_id, hour, outcome, latency_ms_max) do update set attempts = h.attempts + excluded.attempts)
  update webhook_delivery d set status = t.status, next_attempt_at = t.next_attempt_at, claim_id = null,
    lease_until = null, resume_at = null, trigger = 'auto', last_status_code = t.last_status_code,
    last_error = t.last_error, succeeded_at = t.succeeded_at, finished_at = t.finished_at
  from jsonb_to_recordset($2::jsonb) as t (id uuid, status text, next_attempt_at timestamptz, last_status_code int,
    last_error text, succeeded_at timestamptz, finished_at timestamptz)
  where d.id = any ($5::uuid[]) and d.id = t.id`)
