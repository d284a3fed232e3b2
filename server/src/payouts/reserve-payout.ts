import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { lockLedger, postEntries } from '../ledger/post-entries.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { acceptsAmount, readPayoutLimit } from '../pix-accounts/merchant-accounts.queries.ts'
import { assertPayable } from './post-payout.ts'
import { Payout } from './payout.entity.ts'
import { checkReservation, fingerprintOf, type ReservePayout } from './payout-input.ts'

/**
 * Reserves money for a transfer to the merchant's current bank account. `completePayout` or `cancelPayout` ends the
 * reservation. A repeated call with the same idempotency key and body reserves nothing and returns the first payout in
 * its current state. If a call was refused, its key can be used again.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `account_not_found`.
 * @throws Problem idempotency_conflict: the key was used with another body.
 * @throws Problem conflict, reason `payouts_suspended`, `insufficient_balance` or `bank_account_missing`.
 * @throws Problem conflict, reason `payout_over_limit`: no active receiving account of the merchant allows the amount.
 */
export async function reservePayout(ctx: Context, merchantId: string, input: ReservePayout): Promise<Payout> {
  checkReservation(input)
  await getMerchant(ctx, merchantId)
  const { amountCents, forceReason, idempotencyKey } = input
  const fingerprint = fingerprintOf(ctx, input)
  return await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    // Concurrent calls with the same key wait for this lock, so each later call finds the payout of the first call.
    await lockLedger(tx, merchantId)
    const earlier = await tx.em.findOne(Payout, { merchantId, idempotencyKey })
    if (earlier) return replayed(earlier, fingerprint)
    if (!acceptsAmount(await readPayoutLimit(tx, merchantId), amountCents))
      throw new Problem('conflict', { reason: 'payout_over_limit' })
    await assertPayable(tx, merchantId, input)
    const { bankAccountId } = await getMerchant(tx, merchantId)
    if (bankAccountId === null) throw new Problem('conflict', { reason: 'bank_account_missing' })
    const id = tx.ids.uuid(now)
    const reserved = {
      eventType: 'payout.reserved' as const,
      source: { type: 'gateway' as const, id: merchantId },
      dedupeKey: `payout.reserved:${id}`,
      economicAt: now,
      lines: [
        { code: 'available' as const, debitCents: amountCents, payoutId: id },
        { code: 'payout_reserved' as const, creditCents: amountCents, payoutId: id },
      ],
    }
    await postEntries(tx, merchantId, [reserved], now)
    const payout = tx.em.create(Payout, {
      merchantId,
      id,
      state: 'reserved',
      amountCents,
      externalReference: null,
      paidAt: null,
      journalId: null,
      entrySeq: null,
      note: forceReason ?? null,
      reservedAt: now,
      bankAccountId,
      idempotencyKey,
      fingerprint,
      linesAssignedAt: null,
      createdAt: now,
      createdBy: tx.actor,
      updatedAt: now,
    })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'payout.reserve',
      target: { type: 'payout', id },
      merchantId,
      ...(forceReason === undefined ? {} : { reason: forceReason }),
      after: { amount_cents: amountCents.toString() },
    })
    return payout
  })
}

/** Returns `payout` for a repeated call. @throws Problem idempotency_conflict if the first call had another body. */
function replayed(payout: Payout, fingerprint: Buffer): Payout {
  if (payout.fingerprint?.equals(fingerprint) !== true) throw new Problem('idempotency_conflict')
  return payout
}
