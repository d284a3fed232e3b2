import { recordAudit } from '../audit/record-audit.ts'
import { coverAvailable } from '../cases/cover-available.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { lockLedger, type Posted } from '../ledger/post-entries.ts'
import { getEntry, postReversal } from '../ledger/post-reversal.ts'
import { assignAfterCommit } from './lines/assign-lines.ts'
import { checkReason } from '../kernel/input/check-reason.ts'

/**
 * The types of entries that staff may reverse directly. Other entries have their own use cases for a reversal, or
 * cannot be reversed.
 */
const REVERSIBLE = new Set(['gateway.external_payout', 'loss.written_off'])

/**
 * Reverses a journal entry once, at the request of staff. A reversed payout is no longer in the merchant's list of
 * payouts, and its bank reference cannot be used again.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `journal_entry_not_found`.
 * @throws Problem conflict, reason `reversal_of_reversal`, `entry_not_reversible`, `already_reversed` or
 * `position_would_be_negative`.
 */
export async function reverseJournalEntry(
  ctx: Context,
  merchantId: string,
  journalId: string,
  reason: string,
): Promise<Posted> {
  checkReason(reason)
  if (!isUuid(journalId)) throw new Problem('not_found', { reason: 'journal_entry_not_found' })
  const reversal = await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const entry = await getEntry(tx, merchantId, journalId)
    if (entry.reversesId === null && !REVERSIBLE.has(entry.eventType))
      throw new Problem('conflict', { reason: 'entry_not_reversible' })
    await emitSuspensionChange(tx, merchantId)
    const posted = await postReversal(tx, merchantId, entry, now)
    const payout = await markReversed(tx, merchantId, { journalId, reason, now })
    await coverAvailable(tx, merchantId, now)
    await recordAudit(tx, {
      action: 'journal_entry.reverse',
      target: { type: 'journal_entry', id: journalId },
      merchantId,
      reason,
      before: { event_type: entry.eventType, seq: entry.seq.toString() },
      after: { journal_id: posted.journalId, seq: posted.seq.toString(), ...payout },
    })
    return { posted, isPayout: payout !== null }
  })
  if (reversal.isPayout) await assignAfterCommit(ctx, merchantId)
  return reversal.posted
}

/**
 * Marks the payout of a reversed entry as reversed. Returns the payout's amount and bank reference for the audit log;
 * null if the entry belongs to no paid payout.
 */
async function markReversed(
  tx: Tx,
  merchantId: string,
  { journalId, reason, now }: { journalId: string; reason: string; now: Date },
): Promise<{ amount_cents: string; external_reference: string | null } | null> {
  const [reversed] = await db(tx)
    .updateTable('payout')
    .set({ state: 'reversed', note: reason, updated_at: now })
    .where('merchant_id', '=', merchantId)
    .where('journal_id', '=', journalId)
    .where('state', '=', 'paid')
    .returning(['amount_cents', 'external_reference'])
    .execute()
  return reversed ? { ...reversed, amount_cents: reversed.amount_cents.toString() } : null
}
