import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { readBalance } from '../ledger/balance.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { listSuspensionReasons } from '../merchants/suspension-reasons.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import type { PayoutAmount, TransferMade } from './payout-input.ts'

/**
 * Checks that this amount may be paid to the merchant now. The caller must have locked the ledger, so the result stays
 * true until the transaction ends.
 * @throws Problem conflict, reason `payouts_suspended`, unless the payout is forced with a reason.
 * @throws Problem conflict, reason `insufficient_balance`.
 */
export async function assertPayable(tx: Tx, merchantId: string, wanted: PayoutAmount): Promise<void> {
  const { availableCents } = await readBalance(tx, merchantId)
  const isForced = wanted.forceReason !== undefined
  if (!isForced && (await listSuspensionReasons(tx, merchantId)).length > 0)
    throw new Problem('conflict', { reason: 'payouts_suspended' })
  if (availableCents < wanted.amountCents) throw new Problem('conflict', { reason: 'insufficient_balance' })
}

/** A transfer to post, with the entries to post before the transfer. */
export interface PayoutPosting extends TransferMade {
  merchantId: string
  payoutId: string
  amountCents: bigint
  precedingEntries: Entry[]
}

/**
 * Checks that the bank's reference is new for the merchant. The caller must have locked the ledger, so the result stays
 * true until the transaction ends.
 * @throws Problem conflict, reason `external_reference_in_use`.
 */
export async function assertNewReference(
  tx: Tx,
  merchantId: string,
  externalReference: string,
): Promise<void> {
  const used = await db(tx)
    .selectFrom('payout')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('external_reference', '=', externalReference)
    .executeTakeFirst()
  if (used) throw new Problem('conflict', { reason: 'external_reference_in_use' })
}

/**
 * Posts the transfer and emits `payout.paid`. Returns the id and the sequence number of the entry; the caller stores
 * both in the payout's row.
 */
export async function postPayout(
  tx: Tx,
  paid: PayoutPosting,
  now: Date,
): Promise<{ journalId: string; entrySeq: bigint }> {
  const { merchantId, payoutId, amountCents, externalReference, paidAt } = paid
  const transfer: Entry = {
    eventType: 'gateway.external_payout',
    description: externalReference,
    source: { type: 'gateway', id: merchantId },
    dedupeKey: `external_payout:${externalReference}`,
    economicAt: paidAt,
    lines: [
      { code: 'available', debitCents: amountCents, payoutId },
      { code: 'bank', creditCents: amountCents, payoutId },
    ],
  }
  const posted = (await postEntries(tx, merchantId, [...paid.precedingEntries, transfer], now)).at(-1)
  if (!posted || posted.replayed) throw new Error(`BUG: postPayout: payout ${payoutId} is already posted`)
  const { environment } = await getMerchant(tx, merchantId)
  const event = {
    type: 'payout.paid' as const,
    source: { type: 'payout' as const, id: payoutId },
    environment,
    data: {
      payout_id: payoutId,
      amount_cents: amountCents.toString(),
      external_reference: externalReference,
      paid_at: paidAt.toISOString(),
    },
  }
  await recordEvents(tx, merchantId, [event], now)
  return { journalId: posted.journalId, entrySeq: posted.seq }
}
