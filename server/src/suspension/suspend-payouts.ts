import { recordAudit } from '../audit/record-audit.ts'
import { emitSuspensionChange } from './emit-suspension-change.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { recordTerms } from '../merchants/terms-history.ts'
import { termsOf } from '../merchants/terms.ts'
import { checkReason } from '../http/reason.ts'

/**
 * No payout is made to the merchant from now on, but by force. Tells by `payouts.suspended` unless something else
 * suspends them already. Repeating it changes nothing.
 * @throws Problem validation_error; not_found, reason `account_not_found`.
 */
export const suspendPayouts = (ctx: Context, merchantId: string, reason: string): Promise<Merchant> =>
  change(ctx, merchantId, { suspended: true, reason })

/**
 * Ends a suspension by hand; one by a debt or a dispute goes on. Tells by `payouts.resumed` when none is left.
 * @throws Problem validation_error; not_found, reason `account_not_found`.
 */
export const resumePayouts = (ctx: Context, merchantId: string, reason: string): Promise<Merchant> =>
  change(ctx, merchantId, { suspended: false, reason })

interface Change {
  suspended: boolean
  reason: string
}

async function change(ctx: Context, merchantId: string, { suspended, reason }: Change): Promise<Merchant> {
  checkReason(reason)
  await getMerchant(ctx, merchantId)
  return await transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    await emitSuspensionChange(tx, merchantId)
    await mark(tx, merchantId, { suspended, reason })
    return getMerchant(tx, merchantId)
  })
}

async function mark(tx: Tx, merchantId: string, { suspended, reason }: Change): Promise<void> {
  const now = tx.clock.now()
  const marked = await sql(
    tx,
    `update merchant set payouts_suspended = $2, updated_at = $3
     where id = $1 and payouts_suspended <> $2 returning id`,
    [merchantId, suspended, now],
  )
  if (marked.length === 0) return
  await recordTerms(tx, merchantId, termsOf(await getMerchant(tx, merchantId)), now)
  await recordAudit(tx, {
    action: suspended ? 'merchant.suspend_payouts' : 'merchant.resume_payouts',
    target: { type: 'merchant', id: merchantId },
    merchantId,
    reason,
  })
}
