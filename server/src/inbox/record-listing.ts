import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkPix } from '../pix/provider.ts'

/**
 * Stores the payments that the network lists (`GET /pix`). Settlement compares them with the recorded payments: a
 * listed payment is proof that its money is settled. Ignores payments that are stored already, so the first amount is
 * kept.
 */
export async function recordListing(ctx: Context, listed: NetworkPix[]): Promise<void> {
  if (listed.length === 0) return
  await sql(ctx, INSERT, [
    listed.map((pix) => pix.endToEndId),
    listed.map((pix) => pix.amountCents),
    listed.map((pix) => pix.paidAt),
    ctx.clock.now(),
  ])
}

const INSERT = `
  insert into network_listing (end_to_end_id, amount_cents, paid_at, listed_at, state, attempts, next_attempt_at)
  select end_to_end_id, amount_cents, paid_at, $4, 'waiting', 0, $4
  from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as given (end_to_end_id, amount_cents, paid_at)
  on conflict do nothing`
