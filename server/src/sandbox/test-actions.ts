import type { Charge } from '../charges/charge.entity.ts'
import { txidOf } from '../charges/charge.entity.ts'
import { isIssued, statusAt } from '../charges/charge-status.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import type { DisputeReport, JobContext, WithSandbox } from './account-context.ts'
import { receivePayment } from './network/receive-payment.ts'
import type { ReturnOutcome } from './network/sandbox-cob.entity.ts'
import type { TestPayment } from './network/receive-payment.ts'

export interface PayTestCharge {
  /** The amount of the payment; by default, the amount of the charge. */
  amountCents: bigint | undefined
  isLate: boolean
  times: 1 | 2
  payer: TestPayment['payer']
}

/**
 * Pays a charge at the test network. The charge must be pending or, for a late payment (`isLate`), expired.
 * @throws Problem conflict, reason `charge_not_payable`.
 */
export async function payTestCharge(
  ctx: Context,
  charge: Charge,
  { amountCents = charge.amountCents, isLate, times, payer }: PayTestCharge,
): Promise<void> {
  const wanted = isLate ? 'expired' : 'pending'
  if (statusAt(charge, ctx.clock.now()) !== wanted)
    throw new Problem('conflict', { reason: 'charge_not_payable' })
  const payment = { txid: txidOf(charge.id), amountCents, payer }
  for (let paid = 0; paid < times; paid++) await receivePayment(ctx, charge.merchantId, payment)
}

/**
 * Disputes the payment of a paid charge, or decides its open dispute. A payment can be disputed only once.
 * @throws Problem conflict, reason `charge_not_disputable`: the charge is not paid, was disputed already, or has no
 * amount left.
 * @throws Problem conflict, reason `dispute_not_open`: the charge has no open dispute.
 */
export async function decideDispute(
  ctx: JobContext & WithSandbox,
  charge: Charge,
  news: DisputeReport['news'],
): Promise<void> {
  if (charge.endToEndId === null) throw new Problem('conflict', { reason: 'charge_not_disputable' })
  const disputes = await db(ctx)
    .selectFrom('dispute')
    .select('status')
    .where('merchant_id', '=', charge.merchantId)
    .where('charge_id', '=', charge.id)
    .execute()
  if (news !== 'opened' && !disputes.some(({ status }) => status === 'open'))
    throw new Problem('conflict', { reason: 'dispute_not_open' })
  if (news === 'opened' && (disputes.length > 0 || charge.refundedCents >= charge.amountCents))
    throw new Problem('conflict', { reason: 'charge_not_disputable' })
  await ctx.sandbox?.disputePayment(ctx, charge.merchantId, {
    txid: txidOf(charge.id),
    endToEndId: charge.endToEndId,
    news,
  })
}

/**
 * Sets how later returns of a charge end at the test network.
 * @throws Problem not_found, reason `charge_not_found`: the network did not issue the charge.
 */
export async function failReturns(ctx: Context, charge: Charge, outcome: ReturnOutcome): Promise<void> {
  if (!isIssued(charge)) throw new Problem('not_found', { reason: 'charge_not_found' })
  await db(ctx)
    .updateTable('sandbox_cob')
    .set({ return_outcome: outcome })
    .where('merchant_id', '=', charge.merchantId)
    .where('txid', '=', txidOf(charge.id))
    .execute()
}
