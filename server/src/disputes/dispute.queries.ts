import { readChargeMoney, remainingCents } from '../cases/charge-money.ts'
import { effectOf, planDisputeHold, type HoldEffect } from '../cases/hold-case.ts'
import type { Payment } from '../charges/payment.entity.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { oneById } from '../graphql/data-loaders.ts'
import { entities } from '../kernel/database/entities.ts'
import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { minCents } from '../kernel/values/money.ts'
import { db } from '../kernel/database/tables.ts'
import { readBalance } from '../ledger/balance.ts'
import { Dispute } from './dispute.entity.ts'
import { disputableCents, disputeRefusalOf, type DisputeRefusal } from './dispute-refusal.ts'

/**
 * Returns a dispute of the merchant.
 * @throws Problem not_found, reason `dispute_not_found`: the id is malformed or unknown, or its case belongs to another
 *   merchant or is not a dispute.
 */
export async function getDispute(ctx: Context, merchantId: string, caseId: string): Promise<Dispute> {
  const found = isUuid(caseId) ? await entities(ctx).findOne(Dispute, { merchantId, caseId }) : null
  if (!found) throw new Problem('not_found', { reason: 'dispute_not_found' })
  return found
}

/**
 * Returns the disputes among these cases, in any order. If `merchantId` is null, the cases may belong to any merchant,
 * for staff.
 */
export function findDisputes(
  ctx: Context,
  merchantId: string | null,
  caseIds: readonly string[],
): Promise<Dispute[]> {
  const where = { caseId: { $in: [...caseIds] }, ...(merchantId === null ? {} : { merchantId }) }
  return entities(ctx).find(Dispute, where)
}

/** Loads the dispute of a case. Batches the cases of one request into one query. */
export const disputeOfCase = oneById(async (ctx: Context, ids) => {
  const disputes = await findDisputes(ctx, null, ids)
  return disputes.map((dispute) => ({ id: dispute.caseId, dispute }))
})

/** Returns, in any order, why `openDispute` would refuse each of these payments of one merchant now. */
export async function listDisputeRefusals(
  ctx: Context,
  merchantId: string,
  paymentIds: readonly string[],
): Promise<{ id: string; refusal: DisputeRefusal | null }[]> {
  const payments = await db(ctx)
    .selectFrom('payment as p')
    .leftJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'p.merchant_id').onRef('c.id', '=', 'p.charge_id'),
    )
    .leftJoin('financial_case as f', (join) =>
      join.onRef('f.merchant_id', '=', 'p.merchant_id').onRef('f.id', '=', 'p.case_id'),
    )
    .select((eb) => [
      'p.id',
      'p.classification',
      'c.amount_cents as grossCents',
      'c.refunded_cents as refundedCents',
      'f.held_payer_cents as heldCents',
      eb
        .cast<boolean>(
          eb.exists(
            eb
              .selectFrom('dispute as d')
              .select('d.case_id')
              .whereRef('d.merchant_id', '=', 'p.merchant_id')
              .whereRef('d.payment_id', '=', 'p.id')
              .where('d.status', '<>', 'closed'),
          ),
          'boolean',
        )
        .as('hasOpenDispute'),
    ])
    .where('p.merchant_id', '=', merchantId)
    .where('p.id', '=', anyUuid(paymentIds))
    .execute()
  return payments.map(({ id, ...facts }) => ({ id, refusal: disputeRefusalOf(facts, null) }))
}

/** The effect that a dispute of the whole payment would have now. */
export interface DisputePreview {
  amountCents: bigint
  /** The effect on the balance; null for a held payment, because its dispute blocks none of the merchant's money. */
  effect: HoldEffect | null
}

/**
 * Returns the effect that `openDispute` on the whole payment would have now. Changes nothing. Computes the amounts by
 * the rules of `openDispute`, but does not check whether `openDispute` would refuse the payment.
 */
export async function previewDispute(
  ctx: Context,
  payment: Pick<Payment, 'merchantId' | 'chargeId' | 'caseId' | 'classification'>,
): Promise<DisputePreview> {
  const { merchantId, chargeId, classification } = payment
  if (classification !== 'primary') return { amountCents: await heldFor(ctx, payment), effect: null }
  const money = chargeId === null ? undefined : await readChargeMoney(ctx, merchantId, chargeId)
  if (!money) return { amountCents: 0n, effect: null }
  const amountCents = disputableCents({ ...money, classification, hasOpenDispute: false, heldCents: null })
  const coverCents = minCents(amountCents, remainingCents(money))
  const { availableCents } = await readBalance(ctx, merchantId)
  const plan = planDisputeHold(money, { amountCents: coverCents, coveredCents: 0n }, availableCents)
  return { amountCents, effect: effectOf(money, coverCents, plan) }
}

async function heldFor(
  ctx: Context,
  { merchantId, caseId }: Pick<Payment, 'merchantId' | 'caseId'>,
): Promise<bigint> {
  if (caseId === null) return 0n
  const found = await db(ctx)
    .selectFrom('financial_case')
    .select('held_payer_cents as heldCents')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', caseId)
    .executeTakeFirst()
  return found?.heldCents ?? 0n
}
