import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { assignAfterCommit } from './lines/assign-lines.ts'
import { assertNewReference, postPayout } from './post-payout.ts'
import type { Payout } from './payout.entity.ts'
import { checkTransfer, type TransferMade } from './payout-input.ts'
import { lockReservedPayout, reservationReleasedEntry } from './end-reservation.ts'

/**
 * Records that the transfer of a reserved payout was made. Records it even while payouts are suspended, because the
 * money has already left the bank.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `payout_not_found`.
 * @throws Problem conflict, reason `payout_not_reserved` or `external_reference_in_use`.
 */
export async function completePayout(
  ctx: Context,
  merchantId: string,
  id: string,
  made: TransferMade,
): Promise<Payout> {
  checkTransfer(made, ctx.clock.now())
  const completed = await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const payout = await lockReservedPayout(tx, merchantId, id)
    await assertNewReference(tx, merchantId, made.externalReference)
    const { amountCents } = payout
    const precedingEntries = [reservationReleasedEntry(payout, now)]
    const entry = await postPayout(
      tx,
      { merchantId, payoutId: id, amountCents, ...made, precedingEntries },
      now,
    )
    Object.assign(payout, { state: 'paid', ...made, ...entry, updatedAt: now })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'payout.complete',
      target: { type: 'payout', id },
      merchantId,
      after: { amount_cents: amountCents.toString(), external_reference: made.externalReference },
    })
    return payout
  })
  await assignAfterCommit(ctx, merchantId)
  return completed
}
