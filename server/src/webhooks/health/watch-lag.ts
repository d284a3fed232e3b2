import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

/** A delivery that is due for longer raises an alarm. */
const LAG_MS_MAX = 30_000

/**
 * Logs one line with `alarm: 'webhook_lag'` when deliveries are due for more than 30 s. Ignores endpoints that are
 * paused or rate limited. Counts a failing endpoint only when no dispatcher has claimed from it for 30 s. Returns the
 * number of endpoints with lag.
 */
export async function watchLag(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const [row] = await sql<{ endpoints: bigint; oldest: Date | null }>(ctx, BEHIND, [plusMs(now, -LAG_MS_MAX)])
  const endpoints = Number(row?.endpoints ?? 0)
  if (row?.oldest) {
    const lagSeconds = Math.floor((now.getTime() - row.oldest.getTime()) / 1_000)
    ctx.log.error(
      { endpoints, lag_seconds: lagSeconds, alarm: 'webhook_lag' },
      'webhook deliveries are overdue; check that the dispatchers run and keep up',
    )
  }
  return endpoints
}

// A loose index scan: one index probe for each endpoint with pending deliveries.
const BEHIND = `
  with recursive waiting_endpoint as (
    (select endpoint_id as id from webhook_delivery where status = 'pending' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_delivery d
      where d.status = 'pending' and d.endpoint_id > waiting_endpoint.id order by d.endpoint_id limit 1)
    from waiting_endpoint where waiting_endpoint.id is not null)
  select count(*) as endpoints, min(waiting.due_at) as oldest
  from waiting_endpoint join webhook_endpoint e on e.id = waiting_endpoint.id
  cross join lateral (select d.next_attempt_at as due_at from webhook_delivery d
    where d.endpoint_id = e.id and d.status = 'pending' order by d.next_attempt_at, d.id limit 1) waiting
  where e.status = 'active' and (e.paused_until is null or e.paused_until <= $1::timestamptz)
    and (e.rate_limited_until is null or e.rate_limited_until <= $1) and waiting.due_at < $1
    and (e.consecutive_failures = 0 or e.last_claim_at < $1)`
