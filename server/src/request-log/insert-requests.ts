import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { timeOfUuid } from '../kernel/ids.ts'
import type { ServedCall } from '../kernel/served-call.ts'

const COLUMNS = [
  'started_at',
  'correlation_id',
  'merchant_id',
  'api_key_id',
  'method',
  'route',
  'query_names',
  'status',
  'code',
  'reason',
  'duration_ms',
  'idempotency',
  'fields',
] as const

/**
 * Stores calls with one SQL statement. All calls are in one JSON parameter, so the text of the statement is always the
 * same. Ignores a call that is already stored, so a retry after a lost response stores nothing twice.
 */
export async function insertRequests(ctx: Context, calls: readonly ServedCall[]): Promise<void> {
  const rows = JSON.stringify(calls.map(rowOf))
  await db(ctx)
    .insertInto('request_log')
    .columns(COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom(
          sql<Row>`jsonb_populate_recordset(null::request_log, ${rows}::jsonb)`.as<'given'>('given'),
        )
        .select(COLUMNS.map((column) => `given.${column}` as const)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Row = Omit<ReturnType<typeof rowOf>, 'started_at'> & { started_at: Date }

const rowOf = ({ caller, correlationId, ...call }: ServedCall) => ({
  started_at: timeOfUuid(correlationId).toISOString(),
  correlation_id: correlationId,
  merchant_id: caller?.merchantId ?? null,
  api_key_id: caller?.apiKeyId ?? null,
  method: call.method,
  route: call.route,
  query_names: call.queryNames,
  status: call.status,
  code: call.code,
  reason: call.reason,
  duration_ms: call.durationMs,
  idempotency: call.idempotency,
  fields: call.fields,
})
