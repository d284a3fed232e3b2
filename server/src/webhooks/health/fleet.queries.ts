import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../kernel/database/page.ts'
import { sql } from '../../kernel/database/sql.ts'
import { findEndpoints } from '../endpoints/endpoint.queries.ts'
import { WebhookEndpoint } from '../endpoints/endpoint.entity.ts'

const LIST = 'webhook-fleet.v1'
const DAY_MS = 86_400_000
const DUE_COUNTED_MAX = 10_000

interface FleetRow {
  id: string
  rank: number
  at: Date
}

/**
 * Lists one page of the endpoints of all merchants that are not off. The order is: disabled automatically, failing or
 * paused, others. Within each group the most recently changed endpoint comes first.
 */
export async function listFleet(ctx: Context, page: PageRequest): Promise<Page<WebhookEndpoint>> {
  const after = page.cursor ? readCursor(ctx.vault, LIST, {}, page.cursor) : undefined
  const rows = await sql<FleetRow>(ctx, FLEET, [
    after ? Number(after['rank']) : null,
    after ? new Date(after['at'] ?? 0) : null,
    after?.['id'] ?? null,
    page.limit + 1,
  ])
  const { items, nextCursor } = toPage(rows, page.limit, (last) =>
    writeCursor(
      ctx.vault,
      LIST,
      {},
      {
        rank: String(last.rank),
        at: last.at.toISOString(),
        id: last.id,
      },
    ),
  )
  const ids = items.map(({ id }) => id)
  const endpoints = new Map((await findEndpoints(ctx, ids)).map((endpoint) => [endpoint.id, endpoint]))
  return { items: ids.flatMap((id) => endpoints.get(id) ?? []), nextCursor }
}

/** Counts the endpoints of all merchants that are not off, at most `most`. */
export const countFleet = (ctx: Context, most: number): Promise<number> =>
  countRows(ctx, `select from webhook_endpoint where status <> 'off' limit $1`, [most])

const FLEET = `
  select id, rank, at from (
    select id, updated_at as at, case
      when status = 'disabled' and disabled_reason <> 'manual' then 0
      when status = 'active' and consecutive_failures > 0 then 1
      else 2 end as rank
    from webhook_endpoint where status <> 'off') fleet
  where $1::integer is null or rank > $1 or rank = $1 and (at, id) < ($2::timestamptz, $3::uuid)
  order by rank, at desc, id desc limit $4`

/** Lists the endpoints of all merchants that are failing, paused or disabled automatically. */
export async function listFailing(ctx: Context, max: number): Promise<WebhookEndpoint[]> {
  return ctx.em.find(
    WebhookEndpoint,
    {
      $or: [
        { status: 'active', consecutiveFailures: { $gt: 0 } },
        { status: 'disabled', disabledReason: { $ne: 'manual' } },
      ],
    },
    { orderBy: { failingSince: 'asc nulls last', id: 'asc' }, limit: max, disableIdentityMap: true },
  )
}

/** The overdue deliveries of an endpoint. */
export interface Lag {
  id: string
  /** Deliveries that are due, at most 10000. */
  due: number
  oldestDueAt: Date | null
  /** Whole seconds since `oldestDueAt`. Zero when no delivery is due. */
  lagSeconds: number
}

/** Lists the lag of endpoints. Counts pending deliveries only, not those being sent. */
export async function listLags(ctx: Context, ids: readonly string[]): Promise<Lag[]> {
  const now = ctx.clock.now()
  const rows = await sql<{ id: string; due: bigint; oldestDueAt: Date | null }>(ctx, LAGS, [
    ids,
    now,
    DUE_COUNTED_MAX,
  ])
  return rows.map(({ id, due, oldestDueAt }) => ({
    id,
    due: Number(due),
    oldestDueAt,
    lagSeconds: oldestDueAt ? Math.floor((now.getTime() - oldestDueAt.getTime()) / 1_000) : 0,
  }))
}

const LAGS = `
  select e.id, waiting.due, waiting."oldestDueAt"
  from unnest($1::uuid[]) e(id) cross join lateral (
    select count(*) as due, min(d.next_attempt_at) as "oldestDueAt" from (
      select next_attempt_at from webhook_delivery
      where endpoint_id = e.id and status = 'pending' and next_attempt_at <= $2
      order by next_attempt_at, id limit $3) d) waiting`

/** The failed attempts of the last 24 hours with one error class. */
export interface ErrorCount {
  endpointId: string
  errorClass: string
  attempts: number
}

/** Lists the errors of endpoints, most frequent first. Reads hourly counts: the attempt log is too large. */
export async function listErrorCounts(ctx: Context, ids: readonly string[]): Promise<ErrorCount[]> {
  const rows = await sql<{ endpointId: string; errorClass: string; attempts: bigint }>(ctx, ERRORS, [
    ids,
    plusMs(ctx.clock.now(), -DAY_MS),
  ])
  return rows.map((row) => ({ ...row, attempts: Number(row.attempts) }))
}

const ERRORS = `
  select endpoint_id as "endpointId", outcome as "errorClass", sum(attempts)::bigint as attempts
  from webhook_endpoint_hour
  where endpoint_id = any ($1::uuid[]) and hour > $2 and outcome <> 'succeeded'
  group by endpoint_id, outcome order by attempts desc, outcome`
