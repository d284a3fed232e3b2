import { finishReturns } from '../returns/finish-returns.ts'
import { lockCase } from '../cases/lock-case.ts'
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

/** Puts into the book what came of the returns that were ordered for accepted disputes, `limit` at most. */
export const finishDisputes = (ctx: Context, limit: number): Promise<number> =>
  finishReturns(ctx, { kind: 'dispute', limit }, finishDispute)

/** Records the returns that nobody here asked for (MED), `limit` at most. */
export const recordUnrequestedReturns = (ctx: Context, limit: number): Promise<number> =>
  finishReturns(ctx, { kind: null, limit }, recordUnrequestedReturn)

/**
 * The return of an accepted dispute has reached the payer, and the case closes; or it failed, and the dispute is open
 * again with an exception, for a person to decide anew.
 */
async function finishDispute(tx: Tx, row: ReturnRow, now: Date): Promise<string | undefined> {
  const caseId = row.caseId ?? ''
  const locked = await lockDispute(tx, row.merchantId, caseId)
  const { dispute, financialCase } = locked
  if (row.state === 'returned') {
    return dispute.status === 'closed' ? recordUnrequestedReturn(tx, row) : returned(tx, locked, row)
  }
  if (dispute.status === 'closed') return caseId
  financialCase.exception = 'return_failed'
  dispute.status = 'open'
  dispute.result = null
  dispute.returnedBy = null
  dispute.decidedAt = null
  dispute.updatedAt = now
  await tx.em.flush()
  return caseId
}

/**
 * Money of a payment is with its payer, though nobody here asked for that. It ends the dispute that is open on the
 * payment, or one that is opened for it; a held payment is simply where it belongs. While a refund that it would
 * collide with is under way, it waits for the refund's end.
 */
async function recordUnrequestedReturn(tx: Tx, row: ReturnRow): Promise<string | undefined> {
  const { merchantId, paymentId } = row
  const payment = await findDisputedPayment(tx, merchantId, { id: paymentId })
  if (!payment) throw new Error(`recordUnrequestedReturn: no payment ${paymentId}`)
  if (payment.classification !== 'primary') return recordHeldGone(tx, payment, row)

  const open = await findOpenDispute(tx, merchantId, paymentId)
  if (open) return returned(tx, await lockDispute(tx, merchantId, open.caseId), row)
  const { endToEndId, amountCents, nature } = row
  const input = { endToEndId, amountCents, nature, description: null }
  await emitSuspensionChange(tx, merchantId)
  return returned(tx, await createDispute(tx, payment, input, 'network'), row)
}

async function recordHeldGone(tx: Tx, payment: DisputedPayment, row: ReturnRow): Promise<string> {
  const financialCase = await lockCase(tx, payment.merchantId, payment.caseId ?? '')
  await recordHeldPaymentReturn(tx, { financialCase, row }, tx.clock.now())
  return financialCase.id
}

async function returned(tx: Tx, locked: LockedDispute, row: ReturnRow): Promise<string | undefined> {
  const { money, dispute } = locked
  if (!money) throw new Error(`returned: the dispute ${dispute.caseId} is of no paid charge`)
  if (!fitsRemaining(money, row.amountCents)) return undefined
  await emitSuspensionChange(tx, row.merchantId)
  await closeReturned(tx, { ...locked, money }, row)
  return dispute.caseId
}
