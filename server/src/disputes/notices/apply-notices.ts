import { forwardNotices } from '../../cells/forward/forward-notices.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { lockRow } from '../../kernel/database/lock-row.ts'
import { db } from '../../kernel/database/tables.ts'
import { eachDueRow, runnable, type FindParameters, type RowOutcome } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { Problem } from '../../kernel/problem.ts'
import type { LinkedContext } from '../../kernel/other-cells.ts'
import { minCents } from '../../kernel/values/money.ts'
import { lockLedger } from '../../ledger/post-entries.ts'
import { emitSuspensionChange } from '../../suspension/emit-suspension-change.ts'
import { closeReleased } from '../close-dispute.ts'
import {
  findDisputedPayment,
  findOpenDispute,
  lockDispute,
  type DisputedPayment,
  type LockedDispute,
} from '../disputed-payment.ts'
import { grantDispute } from '../grant-dispute.ts'
import { createDispute } from '../open-dispute.ts'
import { DisputeNotice } from './dispute-notice.entity.ts'
import { dueNotices } from './due-notices.ts'

const JOB = 'notices'

/** A due notice, with the correlation id of its callback. */
type DueNotice = DueRow & Pick<DisputeNotice, 'correlationId'>

/**
 * Applies the notices of the network to disputes, in batches of `limit`. The notice of a new dispute opens a dispute,
 * or sets the deadline of the dispute that staff opened for the same payment. The notice of a decision decides the
 * dispute. If the merchant of a payment has moved to another cell (database), forwards the notice to that cell. Returns
 * how many notices it applied.
 */
export async function applyNotices(ctx: LinkedContext, limit: number): Promise<number> {
  await forwardNotices(ctx, limit)
  const find = (first: FindParameters) => findDue(ctx, first)
  return eachDueRow(ctx, { job: JOB, limit, find }, (row) => applyNotice(ctx, row))
}

const findDue = (ctx: Context, first: FindParameters): Promise<DueNotice[]> =>
  dueNotices(db(ctx))
    .select(['p.merchant_id as merchantId', 'n.id', 'n.correlation_id as correlationId'])
    .where(runnable(ctx, JOB, first, { merchantId: 'p.merchant_id', id: 'n.id' }))
    .orderBy('n.updated_at')
    .limit(first[1])
    .execute()

/**
 * Applies one notice. Returns `postponed` if the notice is no longer due, and `unavailable` while a refund in progress
 * needs the same money.
 */
async function applyNotice(ctx: Context, { merchantId, id, correlationId }: DueNotice): Promise<RowOutcome> {
  const ofCallback = { ...ctx, correlationId: correlationId ?? ctx.correlationId }
  try {
    return await transaction(ofCallback, async (tx) => {
      await lockLedger(tx, merchantId)
      // Check again whether the notice is due, because another notice of the same payment may have been applied since
      // the query.
      const due = await dueNotices(db(tx)).select('n.id').where('n.id', '=', id).executeTakeFirst()
      const notice = due ? await lockRow(tx, DisputeNotice, { id }) : undefined
      if (!notice) return 'postponed'
      await apply(tx, merchantId, notice)
      return undefined
    })
  } catch (error) {
    if (reasonOf(error) === 'return_in_progress') return 'unavailable'
    throw error
  }
}

async function apply(tx: Tx, merchantId: string, notice: DisputeNotice): Promise<void> {
  const payment = await findDisputedPayment(tx, merchantId, { endToEndId: notice.endToEndId })
  if (!payment) throw new Error(`BUG: applyNotices: the payment of the notice ${notice.id} does not exist`)
  await emitSuspensionChange(tx, merchantId)
  const locked = await findOrCreateDispute(tx, payment, notice)
  if (locked) {
    notice.merchantId = merchantId
    notice.caseId = locked.dispute.caseId
    await applyDecision(tx, locked, notice)
  }
  notice.state = 'done'
  await tx.em.flush()
}

/**
 * Locks and returns the dispute of a notice. Creates the dispute if there is none. Creates no dispute, and returns
 * undefined, if nothing is left to dispute, or if the network has already rejected or cancelled the dispute. The same
 * applies to a held payment whose dispute the network has already accepted.
 */
async function findOrCreateDispute(
  tx: Tx,
  payment: DisputedPayment,
  notice: DisputeNotice,
): Promise<LockedDispute | undefined> {
  const { merchantId } = payment
  if (notice.caseId !== null) return lockDispute(tx, merchantId, notice.caseId)
  const open = await findOpenDispute(tx, merchantId, payment.id)
  if (open) {
    const locked = await lockDispute(tx, merchantId, open.caseId)
    locked.dispute.answerUntil = notice.answerUntil
    locked.dispute.updatedAt = tx.clock.now()
    return locked
  }
  const isOver = notice.status === 'rejected' || notice.status === 'cancelled'
  // The service records the return of a held payment without a dispute.
  if (isOver || (notice.status === 'accepted' && payment.classification !== 'primary')) return undefined
  return createFor(tx, payment, notice)
}

/**
 * Creates the dispute of a notice, for at most the amount that was not returned yet. Creates no dispute, and returns
 * undefined, if the whole payment was returned.
 */
async function createFor(
  tx: Tx,
  payment: DisputedPayment,
  notice: DisputeNotice,
): Promise<LockedDispute | undefined> {
  const { endToEndId, amountCents, nature, description, answerUntil } = notice
  const input = { endToEndId, nature, description, answerUntil }
  const create = (cents: bigint | null) =>
    createDispute(tx, payment, { ...input, amountCents: cents }, 'notice')
  try {
    return await create(amountCents).catch((error: unknown) => {
      if (reasonOf(error) === 'dispute_exceeds_remaining') return create(null)
      throw error
    })
  } catch (error) {
    if (reasonOf(error) !== 'nothing_to_dispute') throw error
    tx.log.warn(
      { merchant_id: payment.merchantId, end_to_end_id: endToEndId },
      'no dispute opened for a notice: the payment is returned already',
    )
    return undefined
  }
}

const reasonOf = (error: unknown): unknown => (error instanceof Problem ? error.details['reason'] : undefined)

/** Applies the network's decision to a dispute that is not closed. */
async function applyDecision(tx: Tx, locked: LockedDispute, notice: DisputeNotice): Promise<void> {
  const { dispute, money, financialCase } = locked
  if (notice.status === 'open' || dispute.status === 'closed') return
  if (notice.status !== 'accepted') return closeReleased(tx, locked, notice.status)
  // The service records the return of a held payment without the dispute, which then closes as `already_returned`.
  if (dispute.status !== 'open' || !money) return
  // Returns made since the opening reduce the amount that the network can still return. If nothing remains,
  // `closeAlreadyReturned` closes the dispute.
  const leftCents = money.grossCents - money.refundedCents
  const wantedCents = minCents(notice.grantedCents ?? financialCase.amountCents, financialCase.amountCents)
  const amountCents = minCents(wantedCents, leftCents)
  if (amountCents > 0n)
    await grantDispute(tx, locked, { amountCents, returnedBy: 'network', ignoresPolicy: true })
}
