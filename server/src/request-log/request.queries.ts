import { sql } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { db } from '../kernel/database/tables.ts'
import { currentAccount } from '../kernel/pool/account-scope.ts'
import { timeOfUuid } from '../kernel/ids.ts'
import type { ErrorCode } from '../kernel/problem.ts'
import type { IdempotencyResult, ServedCall } from '../kernel/served-call.ts'

/** How long a call stays in the log, in milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000

/** The filter of a list of calls. An undefined field does not restrict the list. */
export interface RequestFilter {
  merchantId?: string | undefined
  apiKeyId?: string | undefined
  /** The correlation id of the call, which is a UUID. */
  correlationId?: string | undefined
  method?: string | undefined
  /** The path pattern of the route, such as `/v1/pix/charges/:id`. */
  route?: string | undefined
  status?: number | undefined
  code?: ErrorCode | undefined
  /** Whether the list contains only calls with an error code. */
  failed?: boolean | undefined
  from?: Date | undefined
  /** The end of the period in which the calls started, exclusive. */
  to?: Date | undefined
}

/** A call as the request log stores it. */
export interface RequestRow {
  correlationId: string
  startedAt: Date
  merchantId: string | null
  apiKeyId: string | null
  method: string
  route: string
  queryNames: string[]
  status: number
  code: ErrorCode | null
  reason: string | null
  durationMs: number
  idempotency: IdempotencyResult | null
  fields: ServedCall['fields']
}

const LIST = 'requests.v1'
const COLUMNS = [
  'correlation_id as correlationId',
  'started_at as startedAt',
  'merchant_id as merchantId',
  'api_key_id as apiKeyId',
  'method',
  'route',
  'query_names as queryNames',
  'status',
  'code',
  'reason',
  'duration_ms as durationMs',
  'idempotency',
  'fields',
] as const

/**
 * Lists one page of the calls of the last 30 days, newest first. Without `merchantId` and `apiKeyId` in the filter, the
 * list contains the calls of all merchants.
 */
export async function listRequests(
  ctx: Context,
  filter: RequestFilter,
  page: PageRequest,
): Promise<Page<RequestRow>> {
  const after = page.cursor ? readCursor(ctx.vault, LIST, filter, page.cursor) : undefined
  let query = selectMatching(ctx, filter)
  if (after) {
    const [at, id] = [new Date(after['at'] ?? 0), after['id'] ?? '']
    // With the first condition, PostgreSQL reads only the partitions of the period.
    query = query
      .where('started_at', '<=', at)
      .where(sql<boolean>`(started_at, correlation_id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  const rows = await query
    .select(COLUMNS)
    .orderBy('started_at', 'desc')
    .orderBy('correlation_id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(
    rows,
    page.limit,
    ({ startedAt, correlationId }) =>
      writeCursor(ctx.vault, LIST, filter, { at: startedAt.toISOString(), id: correlationId }),
    { at: 'desc', id: 'desc' },
  )
}

/** Counts the calls that match the filter, up to `most`. */
export const countRequests = (ctx: Context, filter: RequestFilter, most: number): Promise<number> =>
  countRows(ctx, selectMatching(ctx, filter).select('correlation_id').limit(most))

/** The failed calls that have one error code. */
export interface FailedCalls {
  code: ErrorCode
  count: number
  lastAt: Date
}

/**
 * Counts the failed calls since `from` by error code, the most frequent code first. Counts the newest calls, at most
 * `most`. Without `merchantId`, counts the calls of all merchants.
 */
export async function countFailures(
  ctx: Context,
  { merchantId, from, most }: { merchantId: string | undefined; from: Date; most: number },
): Promise<FailedCalls[]> {
  const newest = selectMatching(ctx, { merchantId, from, failed: true })
    .select(['code', 'started_at'])
    .orderBy('started_at', 'desc')
    .orderBy('correlation_id', 'desc')
    .limit(most)
    .$narrowType<{ code: ErrorCode }>()
  const rows = await db(ctx)
    .selectFrom(newest.as('failed'))
    .select(({ fn }) => [
      'failed.code',
      fn.countAll<bigint>().as('count'),
      fn.max('failed.started_at').as('lastAt'),
    ])
    .groupBy('failed.code')
    .orderBy('count', 'desc')
    .orderBy('failed.code')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Selects the calls that match the filter. The caller adds the selected columns, the order and the limit. */
function selectMatching(ctx: Context, filter: RequestFilter) {
  const { merchantId, apiKeyId, correlationId, method, route, status, code, failed, from, to } = filter
  // The log contains real times. The clock of a test account may be ahead, but the correlation id contains the real
  // time.
  const now = timeOfUuid(ctx.correlationId)
  let query = db(ctx).selectFrom('request_log').where('started_at', '>=', plusMs(now, -KEPT_MS))
  // The log has no row security, because processes write the calls of several test accounts in one SQL statement.
  const account = currentAccount()
  if (account !== undefined) query = query.where('merchant_id', '=', account)
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId)
  if (apiKeyId !== undefined) query = query.where('api_key_id', '=', apiKeyId)
  if (correlationId !== undefined) {
    // The id contains the time of the call, so PostgreSQL searches the primary key of only one partition. The time is
    // limited to the present, because an id from elsewhere can contain a time that PostgreSQL cannot store.
    const at = Math.min(timeOfUuid(correlationId).getTime(), now.getTime())
    query = query.where('started_at', '=', new Date(at)).where('correlation_id', '=', correlationId)
  }
  if (method !== undefined) query = query.where('method', '=', method)
  if (route !== undefined) query = query.where('route', '=', route)
  if (status !== undefined) query = query.where('status', '=', status)
  if (code !== undefined) query = query.where('code', '=', code)
  if (failed === true) query = query.where('code', 'is not', null)
  if (from !== undefined) query = query.where('started_at', '>=', from)
  if (to !== undefined) query = query.where('started_at', '<', to)
  return query
}
