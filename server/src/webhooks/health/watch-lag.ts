import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { withWaitingEndpoints } from '../deliveries/waiting-endpoints.ts'

/** A delivery that has been due for longer than this raises an alarm. */
export const LAG_MS_MAX = 30_000

/**
 * Logs one line with `alarm: 'webhook_lag'` when deliveries have been due for more than 30 s. Ignores endpoints that
 * are paused or rate limited, or were within the last 30 s. Counts a failing endpoint only if no dispatcher has claimed
 * a delivery of it for 30 s. Returns the number of endpoints with lag.
 */
export async function watchLag(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const overdue = await findOverdue(ctx, plusMs(now, -LAG_MS_MAX))
  const endpoints = Number(overdue.endpoints)
  if (overdue.oldest) {
    const lagSeconds = Math.floor((now.getTime() - overdue.oldest.getTime()) / 1_000)
    ctx.log.error(
      { endpoints, lag_seconds: lagSeconds, alarm: 'webhook_lag' },
      'webhook deliveries are overdue; check that the dispatchers run and keep up',
    )
  }
  return endpoints
}

/**
 * Counts the endpoints whose oldest pending delivery was due before `dueBefore`, and returns the earliest due time.
 * Leaves out the same endpoints as `watchLag`.
 */
export const findOverdue = (ctx: Context, dueBefore: Date) =>
  withWaitingEndpoints(db(ctx))
    .selectFrom('waiting_endpoint')
    .innerJoin('webhook_endpoint as e', 'e.id', 'waiting_endpoint.id')
    .crossJoinLateral((endpoint) =>
      endpoint
        .selectFrom('webhook_delivery as d')
        .select('d.next_attempt_at as due_at')
        .whereRef('d.endpoint_id', '=', 'e.id')
        .where('d.status', '=', 'pending')
        .orderBy('d.next_attempt_at')
        .orderBy('d.id')
        .limit(1)
        .as('waiting'),
    )
    .select(({ fn }) => [fn.countAll<bigint>().as('endpoints'), fn.min('waiting.due_at').as('oldest')])
    .where('e.status', '=', 'active')
    .where((e) => e.or([e('e.paused_until', 'is', null), e('e.paused_until', '<=', dueBefore)]))
    .where((e) => e.or([e('e.rate_limited_until', 'is', null), e('e.rate_limited_until', '<=', dueBefore)]))
    .where('waiting.due_at', '<', dueBefore)
    .where((e) => e.or([e('e.consecutive_failures', '=', 0), e('e.last_claim_at', '<', dueBefore)]))
    .executeTakeFirstOrThrow()
