import { recordAudit } from '../audit/record-audit.ts'
import { emitSuspensionChange } from './emit-suspension-change.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { Merchant } from '../merchants/merchant.entity.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { recordTerms } from '../merchants/terms-history.ts'
import { termsOf } from '../merchants/terms.ts'
import { checkReason } from '../kernel/input/check-reason.ts'

/**
 * Suspends a merchant's payouts manually. Staff can still record a payout if they force the payout and give a reason.
 * Emits `payouts.suspended`, unless the payouts are already suspended for another reason. A second call changes
 * nothing.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `account_not_found`.
 */
export const suspendPayouts = (ctx: Context, merchantId: string, reason: string): Promise<Merchant> =>
  setSuspended(ctx, merchantId, { suspended: true, reason })

/**
 * Ends a manual suspension. The payouts stay suspended while there is another reason, such as a debt or a dispute.
 * Emits `payouts.resumed` if there is no other reason.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `account_not_found`.
 */
export const resumePayouts = (ctx: Context, merchantId: string, reason: string): Promise<Merchant> =>
  setSuspended(ctx, merchantId, { suspended: false, reason })

interface Change {
  suspended: boolean
  reason: string
}

async function setSuspended(
  ctx: Context,
  merchantId: string,
  { suspended, reason }: Change,
): Promise<Merchant> {
  checkReason(reason)
  await getMerchant(ctx, merchantId)
  return await transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    await emitSuspensionChange(tx, merchantId)
    return updateMerchant(tx, merchantId, { suspended, reason })
  })
}

async function updateMerchant(tx: Tx, merchantId: string, { suspended, reason }: Change): Promise<Merchant> {
  const merchant = await lockRow(tx, Merchant, { id: merchantId })
  if (!merchant) throw new Error(`BUG: updateMerchant: the merchant ${merchantId} does not exist`)
  if (merchant.payoutsSuspended === suspended) return merchant
  const now = tx.clock.now()
  merchant.payoutsSuspended = suspended
  merchant.updatedAt = now
  await tx.em.flush()
  await recordTerms(tx, merchantId, termsOf(merchant), now)
  await recordAudit(tx, {
    action: suspended ? 'merchant.suspend_payouts' : 'merchant.resume_payouts',
    target: { type: 'merchant', id: merchantId },
    merchantId,
    reason,
  })
  return merchant
}
