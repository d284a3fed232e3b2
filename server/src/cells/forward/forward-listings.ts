import { anyText } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import type { LinkedContext } from '../../kernel/other-cells.ts'
import { accountInCell } from '../../pix/pix-accounts.ts'
import { eachTarget } from './each-target.ts'
import { findMovedPayments } from './find-moved.ts'

/**
 * A listing is an entry of the PSP's list of payments. If the merchant of a payment has left this cell, forwards the
 * listing to the cell of the merchant. Returns the end-to-end ids of the forwarded listings.
 */
export async function forwardListings(ctx: LinkedContext, endToEndIds: readonly string[]): Promise<string[]> {
  if (endToEndIds.length === 0) return []
  const moved = Array.from(await findMovedPayments(ctx, endToEndIds))
  const left = await eachTarget(ctx, moved, async (target, rows, route) => {
    const ids = rows.map(([id]) => id)
    const listings = await db(ctx)
      .selectFrom('network_listing')
      .select(['end_to_end_id', 'amount_cents', 'paid_at', 'listed_at', 'pix_account_id'])
      .where('end_to_end_id', '=', anyText(ids))
      .where('state', '=', 'waiting')
      .execute()
    if (listings.length === 0) return
    const now = target.clock.now()
    await db(target)
      .insertInto('network_listing')
      .values(
        listings.map((row) => ({
          ...row,
          state: 'waiting' as const,
          attempts: 0,
          next_attempt_at: now,
          pix_account_id: accountInCell(row.pix_account_id, route),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('end_to_end_id')
          .doUpdateSet((eb) => ({
            state: 'waiting' as const,
            next_attempt_at: now,
            forwarded_to: null,
            pix_account_id: eb.ref('excluded.pix_account_id'),
          }))
          .where('network_listing.forwarded_to', 'is not', null),
      )
      .execute()
    await db(ctx)
      .updateTable('network_listing')
      .set({ state: 'settled', forwarded_to: route.to })
      .where('end_to_end_id', '=', anyText(ids))
      .where('state', '=', 'waiting')
      .execute()
  })
  return moved.map(([id]) => id).filter((id) => !left.includes(id))
}
