import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { uuidV7 } from '../kernel/ids.ts'
import { sql } from '../kernel/database/sql.ts'

const DAY_MS = 86_400_000

/**
 * Drops what the network told longer than `retentionDays` ago and what has come to its end: recorded rows of the inbox
 * (with what they carry of payers) and settled listings, `limit` of each at most. What waits, was given up or differs
 * stays. A callback or a listing that comes once more after that finds the payment itself, which is never dropped.
 * Answers the larger number.
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

// The ids of the inbox are in the order in which its rows came, so its key serves: no index more on the way of a payment.
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
