import { anyUuid } from '../kernel/database/any-of.ts'
import { entities } from '../kernel/database/entities.ts'
import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { Dispute } from './dispute.entity.ts'
import { disputeRefusalOf, type DisputeRefusal } from './dispute-refusal.ts'

/**
 * @throws Problem not_found, reason `dispute_not_found`: the id is malformed or unknown, or its case belongs to another
 *   merchant or is not a dispute.
 */
export async function getDispute(ctx: Context, merchantId: string, caseId: string): Promise<Dispute> {
  const found = isUuid(caseId) ? await entities(ctx).findOne(Dispute, { merchantId, caseId }) : null
  if (!found) throw new Problem('not_found', { reason: 'dispute_not_found' })
  return found
}

/** Returns the disputes among these cases, in any order. `merchantId` null allows cases of all merchants, for staff. */
export function findDisputes(
  ctx: Context,
  merchantId: string | null,
  caseIds: readonly string[],
): Promise<Dispute[]> {
  const where = { caseId: { $in: [...caseIds] }, ...(merchantId === null ? {} : { merchantId }) }
  return entities(ctx).find(Dispute, where)
}

/** Returns why `openDispute` would refuse each of these payments of one merchant now, in any order. */
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
