import type { Tx } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { Problem } from '../kernel/problem.ts'
import type { Entry } from '../ledger/post-entries.ts'
import { Payout } from './payout.entity.ts'

/**
 * Locks the row of a reserved payout. The caller must have locked the ledger.
 * @throws Problem not_found, reason `payout_not_found`.
 * @throws Problem conflict, reason `payout_not_reserved`.
 */
export async function lockReservedPayout(tx: Tx, merchantId: string, id: string): Promise<Payout> {
  const payout = isUuid(id) ? await lockRow(tx, Payout, { merchantId, id }) : null
  if (!payout) throw new Problem('not_found', { reason: 'payout_not_found' })
  if (payout.state !== 'reserved') throw new Problem('conflict', { reason: 'payout_not_reserved' })
  return payout
}

/** Builds the entry that moves a reserved amount back to the position `available`. */
export function reservationReleasedEntry(payout: Payout, now: Date): Entry {
  const { merchantId, id: payoutId, amountCents } = payout
  return {
    eventType: 'payout.released',
    source: { type: 'gateway', id: merchantId },
    dedupeKey: `payout.released:${payoutId}`,
    economicAt: now,
    lines: [
      { code: 'payout_reserved', debitCents: amountCents, payoutId },
      { code: 'available', creditCents: amountCents, payoutId },
    ],
  }
}
