import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import type { Payout } from './payout.entity.ts'
import { reverseJournalEntry } from './reverse-journal-entry.ts'
import { getPayout } from './staff-payouts.queries.ts'

/**
 * Finance takes a recorded transfer back, once: its entry is mirrored, and the payout leaves the merchant's list.
 * @throws Problem not_found, reason `payout_not_found`; conflict: `payout_not_paid`, and those of `reverseJournalEntry`.
 */
export async function reversePayout(
  ctx: Context,
  merchantId: string,
  id: string,
  reason: string,
): Promise<Payout> {
  const { journalId } = await getPayout(ctx, merchantId, id)
  if (journalId === null) throw new Problem('conflict', { reason: 'payout_not_paid' })
  await reverseJournalEntry(ctx, merchantId, journalId, reason)
  return getPayout(ctx, merchantId, id)
}
