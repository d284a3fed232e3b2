import { lockChargeMoney, type ChargeMoney } from '../cases/charge-money.ts'
import { chargeRefunded } from '../cases/charge-refunded.ts'
import { coverAvailable } from '../cases/cover-available.ts'
import { extendDispute } from '../cases/hold-case.ts'
import type { FinancialCase } from '../cases/financial-case.entity.ts'
import { finishReturns } from '../returns/finish-returns.ts'
import { closeCase, lockCase } from '../cases/financial-case.ts'
import type { ReturnRow } from '../returns/network-return.ts'
import { releaseCase } from '../cases/release-case.ts'
import { returnCase } from '../cases/return-case.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { refundEvent } from './refund-events.ts'
import { Refund } from './refund.entity.ts'

/**
 * Records the outcomes of refunds whose return ended at the PSP, in batches of `limit`. Returns the number of refunds
 * that were processed without an error.
 */
export const finishRefunds = (ctx: Context, limit: number): Promise<number> =>
  finishReturns(ctx, { kind: 'refund', limit }, finishRefund)

/**
 * Records the outcome of a refund. If the payer received the money, debits the blocked money and emits
 * `refund.completed` and `charge.refunded`. If the return failed, releases the blocked money, including reserve and
 * fee, and emits `refund.failed`. Returns the id of the case.
 */
export async function finishRefund(tx: Tx, row: ReturnRow, now: Date): Promise<string> {
  const { merchantId } = row
  const financialCase = await lockCase(tx, merchantId, row.caseId ?? '')
  const refund = await lockRow(tx, Refund, { merchantId, id: financialCase.refundId })
  if (!refund) throw new Error(`BUG: finishRefund: the case ${financialCase.id} has no refund`)
  const money = await lockChargeMoney(tx, merchantId, refund.chargeId)
  if (!money) throw new Error(`BUG: finishRefund: the refund ${refund.id} has no paid charge`)
  const ended = { refund, financialCase, money, row }
  if (row.state === 'returned') await complete(tx, ended, now)
  else await fail(tx, ended, now)
  await extendDispute(tx, money, now)
  await coverAvailable(tx, merchantId, now)
  return financialCase.id
}

interface Ended {
  refund: Refund
  financialCase: FinancialCase
  money: ChargeMoney
  row: ReturnRow
}

async function complete(tx: Tx, { refund, financialCase, money, row }: Ended, now: Date): Promise<void> {
  const returned = {
    amountCents: refund.amountCents,
    returnedAt: row.settledAt ?? now,
    dedupeKey: `refund.completed:${row.networkId}`,
  }
  await returnCase(tx, { financialCase, money }, returned, now)
  refund.status = 'completed'
  refund.returnId = row.returnId
  refund.completedAt = returned.returnedAt
  refund.updatedAt = now
  await tx.em.flush()
  const events = [
    refundEvent('refund.completed', refund, money),
    chargeRefunded(money, { refundId: refund.id, caseId: financialCase.id }),
  ]
  await recordEvents(tx, refund.merchantId, events, now)
}

async function fail(tx: Tx, { refund, financialCase, money, row }: Ended, now: Date): Promise<void> {
  money.refundingCents -= refund.amountCents
  await releaseCase(tx, { financialCase, money }, now)
  await closeCase(tx, financialCase, 'released')
  refund.status = 'failed'
  refund.failureCode = row.failureCode
  refund.updatedAt = now
  await tx.em.flush()
  await recordEvents(tx, refund.merchantId, [refundEvent('refund.failed', refund, money)], now)
}
