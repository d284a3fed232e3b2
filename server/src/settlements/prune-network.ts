import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { uuidV7 } from '../kernel/ids.ts'
import { sql } from '../kernel/database/sql.ts'

const DAY_MS = 86_400_000

/**
 * Deletes finished network rows older than `retentionDays`: recorded inbox rows, with their payer data, and settled
 * listings. Deletes at most `limit` of each. Rows that wait, are parked or differ are kept. A later duplicate callback
 * or listing has no effect, because payments are never deleted. Returns the larger of the two counts.
 */
export async function pruneNetwork(
  ctx: Context,
  { retentionDays, limit }: { retentionDays: number; limit: number },
): Promise<number> {
  const before = plusMs(ctx.clock.now(), -retentionDays * DAY_MS)
  const inbox = await sql(ctx, INBOX, [uuidV7(before, Buffer.alloc(10)), before, limit])
  const listings = await sql(ctx, LISTINGS, [before, limit])
  return Math.max(inbox.length, listings.length)
}

// Inbox ids are UUIDv7, ordered by arrival. The primary key therefore finds old rows, and inserts need no second index.
const INBOX = `
  delete from network_inbox where id in (
    select id from network_inbox where id < $1::uuid and state = 'done' and done_at < $2 order by id limit $3
    for update skip locked)
  returning id`

const LISTINGS = `
  delete from network_listing where end_to_end_id in (
    select end_to_end_id from network_listing where state = 'settled' and listed_at < $1 order by listed_at limit $2
    for update skip locked)
  returning end_to_end_id as id`
