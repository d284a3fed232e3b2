import { sql, type ExpressionBuilder } from 'kysely'
import { oneById } from '../../graphql/data-loaders.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { entities } from '../../kernel/database/entities.ts'
import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { WebhookEndpoint } from './endpoint.entity.ts'

const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const

/**
 * Lists the merchant's endpoints that are not off, newest first. The list needs no pages, because `registerEndpoint`
 * limits a merchant to 50 such endpoints.
 */
export function listEndpoints(ctx: Context, merchantId: string): Promise<WebhookEndpoint[]> {
  return entities(ctx).find(
    WebhookEndpoint,
    { merchantId, status: { $ne: 'off' } },
    { orderBy: NEWEST_FIRST },
  )
}

/**
 * Lists all endpoints of the merchant for staff. Endpoints that are not off come first. Each group is sorted from the
 * newest endpoint to the oldest.
 */
export async function listEndpointsIncludingOff(
  ctx: Context,
  merchantId: string,
): Promise<WebhookEndpoint[]> {
  const inUse = await listEndpoints(ctx, merchantId)
  const off = await entities(ctx).find(
    WebhookEndpoint,
    { merchantId, status: 'off' },
    { orderBy: NEWEST_FIRST },
  )
  return [...inUse, ...off]
}

/**
 * Finds an endpoint, including one that is off. Returns null when the id is unknown, malformed or of another merchant.
 */
export async function findEndpoint(
  ctx: Context,
  merchantId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  if (!isUuid(id)) return null
  return entities(ctx).findOne(WebhookEndpoint, { merchantId, id })
}

/**
 * Finds endpoints of any merchant, including those that are off. Does not check the merchant, so pass only trusted ids.
 */
export function findEndpoints(ctx: Context, ids: readonly string[]): Promise<WebhookEndpoint[]> {
  return entities(ctx).find(WebhookEndpoint, { id: { $in: [...ids] } })
}

/** Loads an endpoint of any merchant. Batches the endpoints of one request into one query. */
export const endpointById = oneById(findEndpoints)

/**
 * Returns an endpoint that is not off.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`.
 */
export async function getEndpoint(ctx: Context, merchantId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(ctx, merchantId, id)
  if (!endpoint || endpoint.status === 'off') {
    throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
  }
  return endpoint
}

/** Recent attempts and pending deliveries of an endpoint. */
export interface EndpointHealth {
  id: string
  /** The number of successful attempts in the last 24 hours, counted by whole hours. */
  succeeded24h: number
  failed24h: number
  /** The number of deliveries that are pending or being sent. Counts at most 10000 pending deliveries. */
  pending: number
  /** The creation time of the oldest event that the endpoint has not received yet and will still get. */
  oldestPendingAt: Date | null
  /** How long this event has waited, in whole seconds. Zero if no such event waits. */
  lagSeconds: number
  /**
   * The time of the next attempt to the endpoint. While the endpoint is paused, this time is not before the end of the
   * pause.
   */
  nextAttemptAt: Date | null
}

const DAY_MS = 86_400_000
const PENDING_COUNTED_MAX = 10_000

/** Lists the health of endpoints. Reads hourly counts and pending deliveries, because the attempt log is too large. */
export async function listHealth(ctx: Context, ids: readonly string[]): Promise<EndpointHealth[]> {
  const now = ctx.clock.now()
  const rows = await db(ctx)
    .selectFrom('webhook_endpoint as e')
    .crossJoinLateral((endpoint) => recentAttempts(endpoint, plusMs(now, -DAY_MS)).as('attempt'))
    .crossJoinLateral((endpoint) =>
      selectOldestPending(endpoint)
        .select(({ fn }) => [
          fn.countAll<bigint>().as('pending'),
          fn.min('d.nextAttemptAt').as('nextAttemptAt'),
        ])
        .as('waiting'),
    )
    .select(['e.id', 'attempt.succeeded', 'attempt.failed', 'waiting.pending', 'waiting.oldestPendingAt'])
    .select((eb) =>
      eb
        .case()
        .when(eb.and([eb('e.status', '=', 'active'), eb('waiting.nextAttemptAt', 'is not', null)]))
        .then(eb.fn<Date>('greatest', ['waiting.nextAttemptAt', 'e.paused_until', 'e.rate_limited_until']))
        .end()
        .as('nextAttemptAt'),
    )
    .where('e.id', '=', anyUuid(ids))
    .execute()
  return rows.map(({ succeeded, failed, ...row }) => ({
    ...row,
    lagSeconds: lagSecondsAt(now, row.oldestPendingAt),
    succeeded24h: Number(succeeded),
    failed24h: Number(failed),
    pending: Number(row.pending),
  }))
}

/** Returns the delivery lag at `now`: how long an event has waited since its creation, in whole seconds. */
export const lagSecondsAt = (now: Date, oldestPendingAt: Date | null): number =>
  oldestPendingAt ? Math.max(0, Math.floor((now.getTime() - oldestPendingAt.getTime()) / 1_000)) : 0

type OfEndpoint = ExpressionBuilder<Tables & { e: Tables['webhook_endpoint'] }, 'e'>

/** Counts the attempts of an endpoint (alias `e`) in the hours after `since`. */
const recentAttempts = (endpoint: OfEndpoint, since: Date) =>
  endpoint
    .selectFrom('webhook_endpoint_hour as h')
    .select(({ fn }) => {
      const attempts = fn.sum<bigint | null>('h.attempts')
      return [
        fn.coalesce(attempts.filterWhere('h.outcome', '=', 'succeeded'), sql<bigint>`0`).as('succeeded'),
        fn.coalesce(attempts.filterWhere('h.outcome', '<>', 'succeeded'), sql<bigint>`0`).as('failed'),
      ]
    })
    .whereRef('h.endpoint_id', '=', 'e.id')
    .where('h.hour', '>', since)

/**
 * Selects the deliveries of an endpoint (alias `e`) that are being sent, and the first `pendingMax` pending deliveries
 * by their next attempt.
 */
const openDeliveries = (endpoint: OfEndpoint, pendingMax: number) =>
  endpoint
    .selectFrom('webhook_delivery')
    .select(['created_at as createdAt', 'succeeded_at as succeededAt'])
    .select(sql<Date | null>`null::timestamptz`.as('nextAttemptAt'))
    .whereRef('merchant_id', '=', 'e.merchant_id')
    .whereRef('endpoint_id', '=', 'e.id')
    .where('status', '=', 'sending')
    .unionAll(
      endpoint.parens(
        endpoint
          .selectFrom('webhook_delivery')
          .select(['created_at as createdAt', 'succeeded_at as succeededAt'])
          .select('next_attempt_at as nextAttemptAt')
          .whereRef('endpoint_id', '=', 'e.id')
          .where('status', '=', 'pending')
          .orderBy('next_attempt_at')
          .orderBy('id')
          .limit(pendingMax),
      ),
    )

/**
 * Selects the creation time of the oldest event that an endpoint (alias `e`) has not received yet and will still get.
 * Such an event may wait for a retry or for the end of a pause. The replay of an event that the endpoint has received
 * does not count. Reads at most `pendingMax` pending deliveries of the endpoint.
 */
export const selectOldestPending = (endpoint: OfEndpoint, pendingMax = PENDING_COUNTED_MAX) =>
  endpoint
    .selectFrom(openDeliveries(endpoint, pendingMax).as('d'))
    .select(({ fn }) =>
      fn.min<Date | null>('d.createdAt').filterWhere('d.succeededAt', 'is', null).as('oldestPendingAt'),
    )
