import { expressionBuilder, sql } from 'kysely'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/database/count.ts'
import {
  readCursor,
  toPage,
  writeCursor,
  type CursorKey,
  type Page,
  type PageRequest,
} from '../../kernel/database/page.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { findEndpoints } from '../endpoints/endpoint.queries.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.entity.ts'

const LIST = 'webhook-fleet.v1'
const DAY_MS = 86_400_000

/**
 * Lists one page of all merchants' endpoints that are not off. Endpoints that were disabled automatically come first,
 * then those that are failing or paused, then all others. Within each group the most recently changed endpoint comes
 * first.
 */
export async function listFleet(ctx: Context, page: PageRequest): Promise<Page<WebhookEndpoint>> {
  const after = page.cursor ? readCursor(ctx.vault, LIST, {}, page.cursor) : undefined
  const rows = await rankedEndpoints(ctx, after)
    .limit(page.limit + 1)
    .execute()
  const found = toPage(
    rows,
    page.limit,
    ({ rank: of, at, id }) =>
      writeCursor(ctx.vault, LIST, {}, { rank: String(of), at: at.toISOString(), id }),
    { rank: 'numbers asc', at: 'desc', id: 'desc' },
  )
  const ids = found.items.map(({ id }) => id)
  const endpoints = new Map((await findEndpoints(ctx, ids)).map((endpoint) => [endpoint.id, endpoint]))
  return { ...found, items: ids.map((id) => endpointOf(endpoints, id)) }
}

function endpointOf(endpoints: ReadonlyMap<string, WebhookEndpoint>, id: string): WebhookEndpoint {
  const endpoint = endpoints.get(id)
  if (!endpoint) throw new Error(`BUG: listFleet: the endpoint ${id} does not exist`)
  return endpoint
}

/** Counts the endpoints of all merchants that are not off. Stops counting at `most`. */
export const countFleet = (ctx: Context, most: number): Promise<number> =>
  countRows(ctx, db(ctx).selectFrom('webhook_endpoint').select('id').where('status', '<>', 'off').limit(most))

/**
 * Selects the endpoints of all merchants in the order of `listFleet`. `after` is the last endpoint of the previous
 * page.
 */
function rankedEndpoints(ctx: Context, after: CursorKey | undefined) {
  const ranked = db(ctx)
    .selectFrom((endpoints) =>
      endpoints
        .selectFrom('webhook_endpoint')
        .select(['id', 'updated_at as at', rank().as('rank')])
        .where('status', '<>', 'off')
        .as('fleet'),
    )
    .select(['id', 'rank', 'at'])
    .orderBy('rank')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  if (!after) return ranked
  const last = { rank: Number(after['rank']), at: new Date(after['at'] ?? 0), id: after['id'] ?? '' }
  return ranked.where((eb) => {
    const isOlder = eb(eb.refTuple('at', 'id'), '<', eb.tuple(last.at, last.id))
    return eb.or([eb('rank', '>', last.rank), eb.and([eb('rank', '=', last.rank), isOlder])])
  })
}

/** Ranks an endpoint for sorting: 0 if disabled automatically, 1 if failing or paused, otherwise 2. */
function rank() {
  const eb = expressionBuilder<Tables, 'webhook_endpoint'>()
  return eb
    .case()
    .when(eb.and([eb('status', '=', 'disabled'), eb('disabled_reason', '<>', 'manual')]))
    .then(sql<number>`0`)
    .when(eb.and([eb('status', '=', 'active'), eb('consecutive_failures', '>', 0)]))
    .then(sql<number>`1`)
    .else(sql<number>`2`)
    .end()
}

/** The failed attempts of the last 24 hours with one error class. */
export interface ErrorCount {
  endpointId: string
  errorClass: string
  attempts: number
}

/** Lists the errors of endpoints, most frequent first. Reads hourly counts, because the attempt log is too large. */
export async function listErrorCounts(ctx: Context, ids: readonly string[]): Promise<ErrorCount[]> {
  const rows = await db(ctx)
    .selectFrom('webhook_endpoint_hour')
    .select(['endpoint_id as endpointId', 'outcome as errorClass'])
    .select(({ fn }) => fn.sum<bigint>('attempts').as('attempts'))
    .where('endpoint_id', '=', anyUuid(ids))
    .where('hour', '>', plusMs(ctx.clock.now(), -DAY_MS))
    .where('outcome', '<>', 'succeeded')
    .groupBy(['endpoint_id', 'outcome'])
    .orderBy('attempts', 'desc')
    .orderBy('outcome')
    .execute()
  return rows.map((row) => ({ ...row, attempts: Number(row.attempts) }))
}
