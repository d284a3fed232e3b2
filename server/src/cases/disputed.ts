import type { Context, Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { db } from '../kernel/database/tables.ts'
import { remainingCents, type ChargeMoney } from './charge-money.ts'
import { holdForDispute } from './hold-case.ts'
import { lockCase } from './case-row.ts'

/** Returns whether the payment has a dispute that is not closed. Such a payment cannot be refunded. */
export async function isDisputed(ctx: Context, merchantId: string, paymentId: string): Promise<boolean> {
  const dispute = await db(ctx)
    .selectFrom('dispute')
    .select('case_id')
    .where('merchant_id', '=', merchantId)
    .where('payment_id', '=', paymentId)
    .where('status', '<>', 'closed')
    .executeTakeFirst()
  return dispute !== undefined
}

/**
 * Extends the hold of a charge's open dispute after a refund of the charge has failed. While the refund was running,
 * the hold could not include the money of the refund. Does nothing if no dispute is open. The caller must call
 * `coverAvailable` afterwards.
 */
export async function extendDispute(tx: Tx, money: ChargeMoney, now: Date): Promise<void> {
  const open = await db(tx)
    .selectFrom('dispute')
    .select('case_id as caseId')
    .where('merchant_id', '=', money.merchantId)
    .where('payment_id', '=', money.paymentId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (!open) return
  const financialCase = await lockCase(tx, money.merchantId, open.caseId)
  const targetCents = minCents(financialCase.amountCents, remainingCents(money))
  const amountCents = targetCents - financialCase.coverCents
  if (amountCents > 0n) await holdForDispute(tx, { financialCase, money, amountCents }, now)
}
