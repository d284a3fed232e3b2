import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { WebhookEndpoint } from './endpoint.entity.ts'

const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const

/** Lists the merchant's endpoints that are not off, newest first. No pagination: `register-endpoint` limits them to 50. */
export function listEndpoints(ctx: Context, merchantId: string): Promise<WebhookEndpoint[]> {
  return ctx.em.find(
    WebhookEndpoint,
    { merchantId, status: { $ne: 'off' } },
    { orderBy: NEWEST_FIRST, disableIdentityMap: true },
  )
}

/** Lists all endpoints of the merchant, for staff: first those in use, then those that are off, each newest first. */
export async function listEndpointsIncludingOff(
  ctx: Context,
  merchantId: string,
): Promise<WebhookEndpoint[]> {
  const inUse = await listEndpoints(ctx, merchantId)
  const off = await ctx.em.find(
    WebhookEndpoint,
    { merchantId, status: 'off' },
    { orderBy: NEWEST_FIRST, disableIdentityMap: true },
  )
  return [...inUse, ...off]
}

/** Finds an endpoint, also one that is off. Returns null for an unknown or malformed id, or another merchant's. */
export async function findEndpoint(
  ctx: Context,
  merchantId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  if (!isUuid(id)) return null
  return ctx.em.findOne(WebhookEndpoint, { merchantId, id }, { disableIdentityMap: true })
}

/** Finds endpoints of any merchant, also those that are off. Checks no merchant: pass only trusted ids. */
export function findEndpoints(ctx: Context, ids: readonly string[]): Promise<WebhookEndpoint[]> {
  return ctx.em.find(WebhookEndpoint, { id: { $in: [...ids] } }, { disableIdentityMap: true })
}

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
  /** Attempts of the last 24 hours, counted by whole hours. */
  succeeded24h: number
  failed24h: number
  /** Deliveries that are pending or being sent. At most 10000 pending ones are counted. */
  pending: number
  oldestPendingAt: Date | null
  /** The time of the next attempt, after any pause. */
  nextAttemptAt: Date | null
}

const DAY_MS = 86_400_000
const PENDING_COUNTED_MAX = 10_000

interface HealthRow {
  id: string
  succeeded: bigint
  failed: bigint
  pending: bigint
  oldest_pending_at: Date | null
  next_attempt_at: Date | null
}

/** Lists the health of endpoints. Reads hourly counts and pending deliveries: the attempt log is too large. */
export async function listHealth(ctx: Context, ids: readonly string[]): Promise<EndpointHealth[]> {
  const rows = await sql<HealthRow>(ctx, HEALTH, [ids, plusMs(ctx.clock.now(), -DAY_MS), PENDING_COUNTED_MAX])
  return rows.map((row) => ({
    id: row.id,
    succeeded24h: Number(row.succeeded),
    failed24h: Number(row.failed),
    pending: Number(row.pending),
    oldestPendingAt: row.oldest_pending_at,
    nextAttemptAt: row.next_attempt_at,
  }))
}

const HEALTH = `
  select e.id, attempt.succeeded, attempt.failed, waiting.pending, waiting.oldest_pending_at,
    case when e.status = 'active' and waiting.next_attempt_at is not null
      then greatest(waiting.next_attempt_at, e.paused_until, e.rate_limited_until) end as next_attempt_at
  from webhook_endpoint e
  cross join lateral (
    select coalesce(sum(h.attempts) filter (where h.outcome = 'succeeded'), 0)::bigint as succeeded,
      coalesce(sum(h.attempts) filter (where h.outcome <> 'succeeded'), 0)::bigint as failed
    from webhook_endpoint_hour h where h.endpoint_id = e.id and h.hour > $2) attempt
  cross join lateral (
    select count(*) as pending, min(d.created_at) as oldest_pending_at, min(d.next_attempt_at) as next_attempt_at
    from (
      (select created_at, next_attempt_at from webhook_delivery
        where endpoint_id = e.id and status = 'pending' order by next_attempt_at, id limit $3)
      union all
      (select created_at, null from webhook_delivery
        where merchant_id = e.merchant_id and endpoint_id = e.id and status = 'sending')) d) waiting
  where e.id = any ($1::uuid[])`
