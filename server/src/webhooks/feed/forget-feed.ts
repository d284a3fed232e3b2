import { sql } from 'kysely'
import { isAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

const BATCH = 5_000
const ROUNDS_MAX = 1_000

/**
 * Deletes the feed's rows of events that were added to the feed more than 90 days ago, oldest first. Returns the number
 * of deleted rows. Idempotent.
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
  const earlier = sql<Date>`least(${ctx.clock.now()}::timestamptz, clock_timestamp()) - interval '90 days'`
  const { numDeletedRows } = await db(ctx)
    .deleteFrom('event_feed')
    .where((eb) => {
      const old = eb
        .selectFrom('event_feed as old')
        .select(['old.merchant_id', 'old.feed_seq'])
        .where('old.sequenced_at', '<', earlier)
        .orderBy('old.sequenced_at')
        .limit(BATCH)
      return sql<boolean>`(merchant_id, feed_seq) in (${old})`
    })
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
