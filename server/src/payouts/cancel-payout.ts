import { recordAudit } from '../audit/record-audit.ts'
import { coverAvailable } from '../cases/cover-available.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { lockLedger, postEntries } from '../ledger/post-entries.ts'
import type { Payout } from './payout.entity.ts'
import { checkReason } from '../kernel/input/check-reason.ts'
import { lockReservedPayout, reservationReleasedEntry } from './end-reservation.ts'

/**
 * Cancels a reserved payout whose transfer was not made, and returns its money to the position `available`.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `payout_not_found`.
 * @throws Problem conflict, reason `payout_not_reserved`.
 */
export async function cancelPayout(
  ctx: Context,
  merchantId: string,
  id: string,
  reason: string,
): Promise<Payout> {
  checkReason(reason)
  return await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const payout = await lockReservedPayout(tx, merchantId, id)
    await postEntries(tx, merchantId, [reservationReleasedEntry(payout, now)], now)
    Object.assign(payout, { state: 'given_back', note: reason, updatedAt: now })
    await tx.em.flush()
    await coverAvailable(tx, merchantId, now)
    await recordAudit(tx, {
      action: 'payout.give_back',
      target: { type: 'payout', id },
      merchantId,
      reason,
      after: { amount_cents: payout.amountCents.toString() },
    })
    return payout
  })
}
