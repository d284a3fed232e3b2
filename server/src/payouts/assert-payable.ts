import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { readBalance } from '../ledger/balance.ts'
import { listSuspensionReasons } from '../merchants/suspension-reasons.ts'
import type { PayoutAmount } from './payout-input.ts'

/**
 * Checks that this amount may be paid to the merchant now. The caller must have locked the ledger, so the result stays
 * true until the transaction ends.
 * @throws Problem conflict: reason `payouts_suspended` (unless forced with a reason), `insufficient_balance`.
 */
export async function assertPayable(tx: Tx, merchantId: string, wanted: PayoutAmount): Promise<void> {
  const { availableCents } = await readBalance(tx, merchantId)
  const isForced = wanted.forceReason !== undefined
  if (!isForced && (await listSuspensionReasons(tx, merchantId)).length > 0)
    throw new Problem('conflict', { reason: 'payouts_suspended' })
  if (availableCents < wanted.amountCents) throw new Problem('conflict', { reason: 'insufficient_balance' })
}
