import { expressionBuilder, sql, type AliasableExpression } from 'kysely'
import { isAborted, type Context } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { forgetFeed } from '../feed/forget-feed.ts'
import { withinMs } from '../../kernel/database/within-ms.ts'

const DELETE_BATCH = 5_000
const ROUNDS_MAX = 1_000
/**
 * The time limit of one SQL statement, in milliseconds. The limit is high, because dropping a partition deletes large
 * files.
 */
const STATEMENT_MS = 10 * 60_000

/**
 * Creates the partitions of the coming weeks for events and attempts, and deletes webhook data older than 90 days. Call
 * this function at least once a day. Returns the number of partitions created or dropped and of other rows deleted. The
 * function is idempotent.
 */
export async function maintainWebhookPartitions(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const query = expressionBuilder<Tables>()
  let changed = await call(ctx, query.fn<number>('maintain_webhook_partitions', [query.val(now)]))
  for (let round = 0; round < ROUNDS_MAX && !isAborted(ctx); round++) {
    const deleted = await call(
      ctx,
      query.fn<number>('forget_webhook_deliveries', [query.val(now), query.val(DELETE_BATCH)]),
    )
    changed += deleted
    if (deleted < DELETE_BATCH) break
  }
  if (isAborted(ctx)) return changed
  changed += await forgetFeed(ctx)
  return changed + (await withinMs(ctx, STATEMENT_MS, (tx) => deleteReplays(tx, now)))
}

/** Calls a database function in its own transaction. The function returns a number of rows or partitions. */
async function call(ctx: Context, expression: AliasableExpression<number>): Promise<number> {
  const { count } = await withinMs(ctx, STATEMENT_MS, (tx) =>
    db(tx).selectNoFrom(expression.as('count')).executeTakeFirstOrThrow(),
  )
  return count
}

async function deleteReplays(ctx: Context, now: Date): Promise<number> {
  // Uses the earlier of the service's time and the database's time, so that a wrong clock of the service deletes
  // nothing too early.
  const earlier = sql<Date>`least(${now}::timestamptz, statement_timestamp())`
  const { numDeletedRows } = await db(ctx)
    .deleteFrom('webhook_replay')
    .where('finished_at', '<', sql<Date>`${earlier} - interval '90 days'`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
