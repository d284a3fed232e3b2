import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import type { Payout } from './payout.entity.ts'
import { reverseJournalEntry } from './reverse-journal-entry.ts'
import { getPayout } from './staff-payouts.queries.ts'

/**
 * Reverses a recorded transfer. A transfer can be reversed only once. The merchant's list of payouts omits a
 * reversed payout.
 * @throws Problem not_found, reason `payout_not_found`.
 * @throws Problem conflict, reason `payout_not_paid`, or a reason of `reverseJournalEntry`.
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
