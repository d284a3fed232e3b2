import type { Context, Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { sql } from '../kernel/database/sql.ts'
import { remainingCents, type ChargeMoney } from './charge-money.ts'
import { holdForDispute } from './hold-case.ts'
import { lockCase } from './lock-case.ts'

/** Whether a dispute on the payment has not been closed: until then nothing of it is refunded. */
export async function isDisputed(ctx: Context, merchantId: string, paymentId: string): Promise<boolean> {
  const [row] = await sql(
    ctx,
    `select case_id from dispute where merchant_id = $1 and payment_id = $2 and status <> 'closed'`,
    [merchantId, paymentId],
  )
  return row !== undefined
}

/**
 * A dispute covers only what is not on its way back already. Once a refund of its payment has failed, it covers that
 * part as well. The caller calls `coverAvailable` last.
 */
export async function extendDispute(tx: Tx, money: ChargeMoney, now: Date): Promise<void> {
  const [open] = await sql<{ caseId: string }>(
    tx,
    `select case_id as "caseId" from dispute where merchant_id = $1 and payment_id = $2 and status = 'open'`,
    [money.merchantId, money.paymentId],
  )
  if (!open) return
  const financialCase = await lockCase(tx, money.merchantId, open.caseId)
  const wantedCents = minCents(financialCase.amountCents, remainingCents(money))
  const amountCents = wantedCents - financialCase.coverCents
  if (amountCents > 0n) await holdForDispute(tx, { financialCase, money, amountCents }, now)
}
