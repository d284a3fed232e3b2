import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import { lockChargeMoney, remainingCents, type ChargeMoney } from '../cases/charge-money.ts'
import { coverAvailable } from '../cases/cover-available.ts'
import { holdForDispute } from '../cases/hold-case.ts'
import { lockCase, openCase } from '../cases/financial-case.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { plusMs } from '../kernel/clock.ts'
import { transaction, type Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { Problem } from '../kernel/problem.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { disputeEvent } from './dispute-events.ts'
import type { DisputePolicy } from '../merchants/merchant.entity.ts'
import { Dispute } from './dispute.entity.ts'
import { disputableCents, disputeRefusalOf, type DisputeFacts } from './dispute-refusal.ts'
import {
  findDisputedPayment,
  findOpenDispute,
  type DisputedPayment,
  type LockedDispute,
} from './disputed-payment.ts'

/** The default time within which the merchant may submit evidence. */
export const ANSWER_WINDOW_MS = 7 * 86_400_000

export interface OpenDispute {
  endToEndId: string
  /** The disputed amount. Null means the whole amount that was not returned yet. */
  amountCents: bigint | null
  /** The reason of the dispute in the network's terms, such as `MED_FRAUDE`. */
  nature: string
  description: string | null
  /**
   * The dispute policy; by default, the policy in the charge's terms, or, for a payment without a charge, in the
   * merchant's current terms.
   */
  policy?: DisputePolicy
  answerUntil?: Date
}

/**
 * Opens a dispute of a payment. Only staff can open disputes this way. Blocks as much of the amount as the merchant
 * has, except money that is being refunded. When more money arrives, `coverAvailable` blocks the missing part. Emits
 * `dispute.opened`, and also `payouts.suspended` if the dispute causes the suspension of payouts.
 * @throws Problem not_found, reason `payment_not_found`.
 * @throws Problem conflict, reason `dispute_open` or `dispute_exceeds_remaining`.
 * @throws Problem conflict, reason `nothing_to_dispute`: the whole payment has been returned.
 */
export function openDispute(ctx: AuditedContext, merchantId: string, input: OpenDispute): Promise<Dispute> {
  return transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    const payment = await findDisputedPayment(tx, merchantId, { endToEndId: input.endToEndId })
    if (!payment) throw new Problem('not_found', { reason: 'payment_not_found' })
    await emitSuspensionChange(tx, merchantId)
    const { dispute } = await createDispute(tx, payment, input, 'staff')
    await recordAudit(tx, {
      action: 'dispute.open',
      target: { type: 'case', id: dispute.caseId },
      merchantId,
      after: { endToEndId: input.endToEndId, nature: input.nature, policy: dispute.policy },
    })
    return dispute
  })
}

/**
 * Creates the dispute and its case, and blocks the money. The caller must have locked the ledger.
 * @throws Problem conflict, with the reasons of `openDispute`.
 */
export async function createDispute(
  tx: Tx,
  payment: DisputedPayment,
  input: OpenDispute,
  origin: Dispute['origin'],
): Promise<LockedDispute> {
  const now = tx.clock.now()
  const { merchantId, chargeId } = payment
  const { facts, money } = await lockFacts(tx, payment)
  const refusal = disputeRefusalOf(facts, input.amountCents)
  if (refusal) throw new Problem('conflict', { reason: refusal })
  const amountCents = input.amountCents ?? disputableCents(facts)

  const financialCase = await openCase(
    tx,
    {
      merchantId,
      kind: 'dispute',
      chargeId,
      orderReference: payment.orderReference,
      paymentId: payment.id,
      refundId: null,
      endToEndId: payment.endToEndId,
      amountCents,
    },
    now,
  )
  const dispute = newDispute(tx, { payment, input, origin, caseId: financialCase.id })
  await tx.em.flush()
  const coverCents = money ? minCents(amountCents, remainingCents(money)) : 0n
  if (money && coverCents > 0n)
    await holdForDispute(tx, { financialCase, money, amountCents: coverCents }, now)
  await recordEvents(
    tx,
    merchantId,
    [disputeEvent('dispute.opened', { dispute, financialCase }, money?.environment)],
    now,
  )
  await coverAvailable(tx, merchantId, now)
  return { dispute, financialCase, money }
}

/** Locks the charge of a primary payment, or the case of a held payment. Returns the facts for `disputeRefusalOf`. */
async function lockFacts(
  tx: Tx,
  { merchantId, id, classification, chargeId, caseId }: DisputedPayment,
): Promise<{ facts: DisputeFacts; money: ChargeMoney | undefined }> {
  const hasOpenDispute = (await findOpenDispute(tx, merchantId, id)) !== null
  const isPrimary = classification === 'primary'
  const money = isPrimary ? await lockChargeMoney(tx, merchantId, chargeId ?? '') : undefined
  const held = isPrimary || caseId === null ? undefined : await lockCase(tx, merchantId, caseId)
  const facts = {
    classification,
    hasOpenDispute,
    grossCents: money?.grossCents ?? null,
    refundedCents: money?.refundedCents ?? null,
    heldCents: held?.heldPayerCents ?? null,
  }
  return { facts, money }
}

function newDispute(
  tx: Tx,
  given: { payment: DisputedPayment; input: OpenDispute; origin: Dispute['origin']; caseId: string },
): Dispute {
  const { payment, input, origin, caseId } = given
  const now = tx.clock.now()
  return tx.em.create(Dispute, {
    merchantId: payment.merchantId,
    caseId,
    paymentId: payment.id,
    chargeId: payment.chargeId,
    origin,
    nature: input.nature,
    policy: input.policy ?? payment.policy,
    status: 'open',
    description: input.description,
    evidence: null,
    evidenceAt: null,
    answerUntil: input.answerUntil ?? plusMs(now, ANSWER_WINDOW_MS),
    deadlineToldAt: null,
    result: null,
    decidedCents: null,
    returnedBy: null,
    returnedCents: 0n,
    openedAt: now,
    decidedAt: null,
    closedAt: null,
    updatedAt: now,
  })
}
