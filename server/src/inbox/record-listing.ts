import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkPix } from '../pix/provider.ts'

/**
 * Keeps what the network's own record (`GET /pix`) lists, to be matched with what was recorded here: the proof that a
 * payment is settled. A payment that was listed before changes nothing; the amount that was listed first stands.
 */
export async function recordListing(ctx: Context, listed: NetworkPix[]): Promise<void> {
  if (listed.length === 0) return
  await sql(ctx, KEEP, [
    listed.map((pix) => pix.endToEndId),
    listed.map((pix) => pix.amountCents),
    listed.map((pix) => pix.paidAt),
    ctx.clock.now(),
  ])
}

const KEEP = `
  insert into network_listing (end_to_end_id, amount_cents, paid_at, listed_at, state, attempts, next_attempt_at)
  select end_to_end_id, amount_cents, paid_at, $4, 'waiting', 0, $4
  from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as given (end_to_end_id, amount_cents, paid_at)
  on conflict do nothing`
