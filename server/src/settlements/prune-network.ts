import type { DeleteResult } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { uuidV7 } from '../kernel/ids.ts'
import { db } from '../kernel/database/tables.ts'
import { withinMs } from '../kernel/database/within-ms.ts'

const DAY_MS = 86_400_000
/** The time limit of one deletion, in milliseconds. A deletion may first have to skip many rows that are kept. */
const DELETE_MS = 5 * 60_000

/**
 * Deletes finished network rows that are older than `retentionDays`: recorded inbox rows, with their payer data, and
 * settled listings. Deletes at most `limit` inbox rows and at most `limit` listings. Keeps inbox rows that wait or are
 * parked, and listings that wait or differ from the recorded payment. A later duplicate of a callback or listing has no
 * effect, because payments are never deleted. Returns the larger of the two numbers of deleted rows.
 */
export async function pruneNetwork(
  ctx: Context,
  { retentionDays, limit }: { retentionDays: number; limit: number },
): Promise<number> {
  const before = plusMs(ctx.clock.now(), -retentionDays * DAY_MS)
  const inbox = await withinMs(ctx, DELETE_MS, (tx) => deleteInboxRows(tx, before, limit))
  const listings = await withinMs(ctx, DELETE_MS, (tx) => deleteListings(tx, before, limit))
  return Math.max(Number(inbox.numDeletedRows), Number(listings.numDeletedRows))
}

const deleteInboxRows = (tx: Tx, before: Date, limit: number): Promise<DeleteResult> =>
  db(tx)
    .deleteFrom('network_inbox')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('network_inbox')
        .select('id')
        // Ids grow with time, so the primary key is sufficient to find old rows.
        .where('id', '<', uuidV7(before, Buffer.alloc(10)))
        .where('state', '=', 'done')
        .where('done_at', '<', before)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()

const deleteListings = (tx: Tx, before: Date, limit: number): Promise<DeleteResult> =>
  db(tx)
    .deleteFrom('network_listing')
    .where('end_to_end_id', 'in', (eb) =>
      eb
        .selectFrom('network_listing')
        .select('end_to_end_id')
        .where('state', '=', 'settled')
        .where('listed_at', '<', before)
        .orderBy('listed_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
