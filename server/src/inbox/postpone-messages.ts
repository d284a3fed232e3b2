import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'

const POSTPONED_MS_MIN = 2_000
const POSTPONED_MS_MAX = 30_000

/**
 * Postpones messages that a job did not try, or whose transaction the database interrupted. Each message waits as long
 * again as it has waited since its receipt, but at least POSTPONED_MS_MIN and at most POSTPONED_MS_MAX. A postponement
 * does not count as an attempt. Skips messages that another process is recording. Returns the number of postponed
 * messages.
 */
export async function postponeMessages(ctx: Context, ids: readonly string[]): Promise<number> {
  const now = ctx.clock.now()
  const wait = sql`least(greatest(${now}::timestamptz - received_at, ${POSTPONED_MS_MIN}::float8 *
    interval '1 millisecond'), ${POSTPONED_MS_MAX}::float8 * interval '1 millisecond')`
  const postponed = await db(ctx)
    .updateTable('network_inbox')
    .set({ next_attempt_at: sql<Date>`${now}::timestamptz + ${wait}` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('network_inbox')
        .select('id')
        .where('id', '=', anyUuid(ids))
        .where('state', '=', 'waiting')
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return postponed.length
}
