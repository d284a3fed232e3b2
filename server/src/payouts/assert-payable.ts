import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { readBalance } from '../ledger/balance.ts'
import type { PayoutAmount } from './payout-input.ts'

/**
 * Whether so much may leave the merchant's available money now. The ledger is locked, so the answer holds until this
 * transaction posts.
 * @throws Problem conflict: reason `payouts_suspended` (unless forced with a reason), `insufficient_balance`.
 */
export async function assertPayable(tx: Tx, merchantId: string, wanted: PayoutAmount): Promise<void> {
  const { payoutsSuspended, availableCents } = await readBalance(tx, merchantId)
  if (payoutsSuspended && wanted.forceReason === undefined)
    throw new Problem('conflict', { reason: 'payouts_suspended' })
  if (availableCents < wanted.amountCents) throw new Problem('conflict', { reason: 'insufficient_balance' })
}
