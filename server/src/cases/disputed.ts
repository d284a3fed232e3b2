import type { Context, Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { sql } from '../kernel/database/sql.ts'
import { remainingCents, type ChargeMoney } from './charge-money.ts'
import { holdForDispute } from './hold-case.ts'
import { lockCase } from './lock-case.ts'

/** Whether the payment has a dispute that is not closed. Such a payment cannot be refunded. */
export async function isDisputed(ctx: Context, merchantId: string, paymentId: string): Promise<boolean> {
  const [row] = await sql(
    ctx,
    `select case_id from dispute where merchant_id = $1 and payment_id = $2 and status <> 'closed'`,
    [merchantId, paymentId],
  )
  return row !== undefined
}

/**
 * Extends the hold of the open dispute on a charge after a refund failed, because the hold left out the money that was
 * being refunded. Does nothing when no dispute is open. The caller calls `coverAvailable` afterwards.
 */
export async function extendDispute(tx: Tx, money: ChargeMoney, now: Date): Promise<void> {
  const [open] = await sql<{ caseId: string }>(
    tx,
    `select case_id as "caseId" from dispute where merchant_id = $1 and payment_id = $2 and status = 'open'`,
    [money.merchantId, money.paymentId],
  )
  if (!open) return
  const financialCase = await lockCase(tx, money.merchantId, open.caseId)
  const targetCents = minCents(financialCase.amountCents, remainingCents(money))
  const amountCents = targetCents - financialCase.coverCents
  if (amountCents > 0n) await holdForDispute(tx, { financialCase, money, amountCents }, now)
}
