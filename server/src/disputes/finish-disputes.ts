import { finishReturns } from '../returns/finish-returns.ts'
import { lockCase } from '../cases/financial-case.ts'
import type { ReturnRow } from '../returns/network-return.ts'
import { recordHeldPaymentReturn } from '../returns/return-held-payments.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { closeReturned, fitsRemaining } from './close-dispute.ts'
import {
  findDisputedPayment,
  findOpenDispute,
  lockDispute,
  type DisputedPayment,
  type LockedDispute,
} from './disputed-payment.ts'
import { createDispute } from './open-dispute.ts'

/**
 * Records the outcomes of the returns of accepted disputes, in batches of `limit`. Returns how many returns it
 * processed.
 */
export const finishDisputes = (ctx: Context, limit: number): Promise<number> =>
  finishReturns(ctx, { kind: 'dispute', limit }, finishDispute)

/**
 * Records returns that this service did not request (MED), in batches of `limit`. Returns how many returns it
 * processed.
 */
export const recordUnrequestedReturns = (ctx: Context, limit: number): Promise<number> =>
  finishReturns(ctx, { kind: null, limit }, recordUnrequestedReturn)

/**
 * Records the outcome of the return of an accepted dispute. On success, closes the dispute. On failure, reopens the
 * dispute with the exception `return_failed`, so that staff decide again. If the dispute was closed meanwhile, a
 * successful return is recorded like a return that this service did not request. Returns the case id, or undefined if
 * the job must try again later.
 */
async function finishDispute(tx: Tx, row: ReturnRow, now: Date): Promise<string | undefined> {
  const caseId = row.caseId ?? ''
  const locked = await lockDispute(tx, row.merchantId, caseId)
  const { dispute, financialCase } = locked
  if (row.state === 'returned') {
    return dispute.status === 'closed' ? recordUnrequestedReturn(tx, row) : closeByReturn(tx, locked, row)
  }
  if (dispute.status === 'closed') return caseId
  financialCase.exception = 'return_failed'
  dispute.status = 'open'
  dispute.result = null
  dispute.decidedCents = null
  dispute.returnedBy = null
  dispute.decidedAt = null
  dispute.updatedAt = now
  await tx.em.flush()
  return caseId
}

/**
 * Records a return that this service did not request. Closes the `open` or `returning` dispute of the payment. If there
 * is none, opens a dispute and closes this dispute at once. If the payment is a held payment, records its return
 * instead. Returns the case id. Returns undefined while a refund in progress needs the same money; the job then tries
 * again after the refund.
 */
async function recordUnrequestedReturn(tx: Tx, row: ReturnRow): Promise<string | undefined> {
  const { merchantId, paymentId } = row
  const payment = await findDisputedPayment(tx, merchantId, { id: paymentId })
  if (!payment) throw new Error(`BUG: recordUnrequestedReturn: the payment ${paymentId} does not exist`)
  if (payment.classification !== 'primary') return recordReturnOfHeld(tx, payment, row)

  const open = await findOpenDispute(tx, merchantId, paymentId)
  if (open) return closeByReturn(tx, await lockDispute(tx, merchantId, open.caseId), row)
  const { endToEndId, amountCents, nature } = row
  const input = { endToEndId, amountCents, nature, description: null }
  await emitSuspensionChange(tx, merchantId)
  return closeByReturn(tx, await createDispute(tx, payment, input, 'network'), row)
}

async function recordReturnOfHeld(tx: Tx, payment: DisputedPayment, row: ReturnRow): Promise<string> {
  const financialCase = await lockCase(tx, payment.merchantId, payment.caseId ?? '')
  await recordHeldPaymentReturn(tx, { financialCase, row }, tx.clock.now())
  return financialCase.id
}

async function closeByReturn(tx: Tx, locked: LockedDispute, row: ReturnRow): Promise<string | undefined> {
  const { money, dispute } = locked
  if (!money) throw new Error(`BUG: closeByReturn: the dispute ${dispute.caseId} has no paid charge`)
  if (!fitsRemaining(money, row.amountCents)) return undefined
  await emitSuspensionChange(tx, row.merchantId)
  await closeReturned(tx, { ...locked, money }, row)
  return dispute.caseId
}
