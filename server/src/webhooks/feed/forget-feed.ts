import { sql } from 'kysely'
import { isAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

const BATCH = 5_000
const ROUNDS_MAX = 1_000

/**
 * Deletes the feed's rows of events that were added to the feed more than 90 days ago, oldest first. Returns the number
 * of deleted rows. The function is idempotent.
 */
export async function forgetFeed(ctx: Context): Promise<number> {
  let total = 0
  for (let round = 0; round < ROUNDS_MAX && !isAborted(ctx); round++) {
    const deleted = await deleteBatch(ctx)
    total += deleted
    if (deleted < BATCH) break
  }
  return total
}

async function deleteBatch(ctx: Context): Promise<number> {
  // Use the earlier of the service's time and the database's time, so that a wrong clock of the service deletes no row
  // too early.
  const earlier = sql<Date>`least(${ctx.clock.now()}::timestamptz, statement_timestamp()) - interval '90 days'`
  const { numDeletedRows } = await db(ctx)
    .deleteFrom('event_feed')
    .using((eb) =>
      eb
        .selectFrom('event_feed')
        .select(['merchant_id', 'feed_seq'])
        .where('sequenced_at', '<', earlier)
        .orderBy('sequenced_at')
        .limit(BATCH)
        .as('old'),
    )
    .whereRef('event_feed.merchant_id', '=', 'old.merchant_id')
    .whereRef('event_feed.feed_seq', '=', 'old.feed_seq')
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
