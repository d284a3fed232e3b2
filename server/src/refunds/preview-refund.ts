import { readChargeMoney, remainingCents, isDisputed } from '../cases/charge-money.ts'
import { effectOf, planRefundHold, type HoldEffect } from '../cases/hold-case.ts'
import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import { readBalance } from '../ledger/balance.ts'
import { refundRefusalOf, type RefundRefusal } from './refund.entity.ts'

/** The effect that a refund would have if it were requested now. */
export interface RefundPreview {
  refusal: RefundRefusal | 'insufficient_balance' | null
  amountCents: bigint
  /** Null when the refund would be refused. */
  effect: HoldEffect | null
}

/**
 * Returns the effect that a refund of `amountCents` would have now, without changing anything. With null, the refund is
 * for the remaining amount. The rules are those of `requestRefund`.
 */
export async function previewRefund(
  ctx: Context,
  { merchantId, chargeId }: { merchantId: string; chargeId: string },
  amountCents: bigint | null,
): Promise<RefundPreview> {
  const money = await readChargeMoney(ctx, merchantId, chargeId)
  if (!money) return { refusal: 'charge_not_refundable', amountCents: amountCents ?? 0n, effect: null }
  const leftCents = remainingCents(money)
  const wantedCents = amountCents ?? leftCents
  const facts = { ...money, leftCents, isDisputed: await isDisputed(ctx, merchantId, money.paymentId) }
  const refusal = refundRefusalOf(facts, amountCents, ctx.clock.now())
  if (refusal) return { refusal, amountCents: wantedCents, effect: null }
  const { availableCents } = await readBalance(ctx, merchantId)
  const plan = planRefundHold(money, wantedCents, availableCents)
  if (!plan) return { refusal: 'insufficient_balance', amountCents: wantedCents, effect: null }
  return { refusal: null, amountCents: wantedCents, effect: effectOf(money, wantedCents, plan) }
}

/**
 * For each of these charges of one merchant, returns why `requestRefund` would now refuse every refund. The refusal is
 * null for a charge of which a refund is allowed. Does not check the merchant's balance. The order of the charges is
 * arbitrary.
 */
export async function listRefundRefusals(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<{ id: string; refusal: RefundRefusal | null }[]> {
  const charges = await db(ctx)
    .selectFrom('charge as c')
    .select(['c.id', 'c.status', 'c.paid_at as paidAt'])
    .select((eb) => [
      eb(eb('c.amount_cents', '-', eb.ref('c.refunded_cents')), '-', eb.ref('c.refunding_cents')).as(
        'leftCents',
      ),
      eb
        .cast<boolean>(
          eb.exists(
            eb
              .selectFrom('dispute as d')
              .innerJoin('payment as p', (join) =>
                join.onRef('p.merchant_id', '=', 'd.merchant_id').onRef('p.id', '=', 'd.payment_id'),
              )
              .select('d.case_id')
              .whereRef('p.merchant_id', '=', 'c.merchant_id')
              .whereRef('p.charge_id', '=', 'c.id')
              .where('p.classification', '=', 'primary')
              .where('d.status', '<>', 'closed'),
          ),
          'boolean',
        )
        .as('isDisputed'),
    ])
    .where('c.merchant_id', '=', merchantId)
    .where('c.id', '=', anyUuid(chargeIds))
    .execute()
  const now = ctx.clock.now()
  return charges.map(({ id, ...facts }) => ({ id, refusal: refundRefusalOf(facts, null, now) }))
}
