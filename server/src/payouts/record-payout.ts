import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { assertNewReference, postPayout, assertPayable } from './post-payout.ts'
import { assignAfterCommit } from './lines/assign-lines.ts'
import { Payout } from './payout.entity.ts'
import { checkAmount, checkTransfer, type PayoutAmount, type TransferMade } from './payout-input.ts'

export type RecordPayout = PayoutAmount & TransferMade

/**
 * Records a transfer that was made to the merchant's bank account. Debits the amount from the position `available`
 * immediately.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `account_not_found`.
 * @throws Problem conflict, reason `external_reference_in_use`, `payouts_suspended` or `insufficient_balance`.
 */
export async function recordPayout(ctx: Context, merchantId: string, input: RecordPayout): Promise<Payout> {
  checkAmount(input)
  checkTransfer(input, ctx.clock.now())
  await getMerchant(ctx, merchantId)
  const { amountCents, externalReference, paidAt, forceReason } = input
  const recorded = await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    await assertNewReference(tx, merchantId, externalReference)
    await assertPayable(tx, merchantId, input)
    const { bankAccountId } = await getMerchant(tx, merchantId)
    const id = tx.ids.uuid(now)
    const entry = await postPayout(
      tx,
      { merchantId, payoutId: id, amountCents, externalReference, paidAt, precedingEntries: [] },
      now,
    )
    const payout = tx.em.create(Payout, {
      merchantId,
      id,
      state: 'paid',
      amountCents,
      externalReference,
      paidAt,
      ...entry,
      note: forceReason ?? null,
      reservedAt: null,
      bankAccountId,
      idempotencyKey: null,
      fingerprint: null,
      linesAssignedAt: null,
      createdAt: now,
      createdBy: tx.actor,
      updatedAt: now,
    })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'payout.record',
      target: { type: 'payout', id },
      merchantId,
      ...(forceReason === undefined ? {} : { reason: forceReason }),
      after: { amount_cents: amountCents.toString(), external_reference: externalReference },
    })
    return payout
  })
  await assignAfterCommit(ctx, merchantId)
  return recorded
}
