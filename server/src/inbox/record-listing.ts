import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { NetworkPix } from '../pix/provider.ts'

/**
 * Stores the payments in the PSP's list (`GET /pix`) of an account. Settlement compares the listed payments with the
 * recorded payments: a payment in the list is proof that its money is settled. Ignores payments that are already
 * stored, so the amount of the first listing is kept.
 */
export async function recordListing(
  ctx: Context,
  pixAccountId: string,
  listed: readonly NetworkPix[],
): Promise<void> {
  if (listed.length === 0) return
  const now = ctx.clock.now()
  const rows = listed.map(({ endToEndId, amountCents, paidAt }) => ({
    end_to_end_id: endToEndId,
    amount_cents: amountCents,
    paid_at: paidAt,
    listed_at: now,
    state: 'waiting' as const,
    attempts: 0,
    next_attempt_at: now,
    pix_account_id: pixAccountId,
  }))
  await db(ctx)
    .insertInto('network_listing')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
