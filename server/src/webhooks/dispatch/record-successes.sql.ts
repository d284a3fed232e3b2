import type { Context } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { AttemptRow } from './finish-deliveries.sql.ts'

/**
 * A successful attempt, with its claim, and the hour and the latency bucket under which `webhook_endpoint_hour` counts
 * the attempt.
 */
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
 * Records successes in one round trip. Ignores a success whose claim was lost. Returns the ids of the recorded
 * deliveries, each with the time of the last failed attempt of its endpoint (null if no attempt has failed).
 */
export async function recordSuccesses(
  ctx: Context,
  rows: SuccessRow[],
  now: Date,
): Promise<Map<string, Date | null>> {
  const recorded = await sql<RecordedRow>(ctx, RECORD, [
    now,
    rows.map((row) => row.delivery_id),
    rows.map((row) => row.claim_id),
    rows.map((row) => row.merchant_id),
    rows.map((row) => row.endpoint_id),
    rows.map((row) => row.status_code),
    rows.map((row) => row.hour),
    rows.map((row) => row.latency_ms_max),
    JSON.stringify(rows),
  ])
  return new Map(recorded.map(({ id, last_failure_at: lastFailureAt }) => [id, lastFailureAt]))
}

const RECORD = prepared(`
  select delivery_id as id, last_failure_at from record_webhook_successes($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
