import { sql } from 'kysely'
import { anyUuid } from '../kernel/database/any-of.ts'
import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { Dispute } from './dispute.entity.ts'

/**
 * @throws Problem not_found, reason `case_not_found`: the id is malformed, unknown, another merchant's or no dispute.
 */
export async function getDispute(ctx: Context, merchantId: string, caseId: string): Promise<Dispute> {
  const found = isUuid(caseId)
    ? await ctx.em.findOne(Dispute, { merchantId, caseId }, { disableIdentityMap: true })
    : null
  if (!found) throw new Problem('not_found', { reason: 'case_not_found' })
  return found
}

/** Returns the disputes among these cases, in any order. `merchantId` null allows cases of all merchants, for staff. */
export function findDisputes(
  ctx: Context,
  merchantId: string | null,
  caseIds: readonly string[],
): Promise<Dispute[]> {
  const where = { caseId: { $in: [...caseIds] }, ...(merchantId === null ? {} : { merchantId }) }
  return ctx.em.find(Dispute, where, { disableIdentityMap: true })
}

/** The reason with which `openDispute` would refuse a payment now; null when it would not. */
export interface DisputeRefusal {
  id: string
  refusal: 'dispute_open' | 'nothing_to_dispute' | null
}

/** Returns the refusals of payments of one merchant, in any order. */
export const listDisputeRefusals = (
  ctx: Context,
  merchantId: string,
  paymentIds: readonly string[],
): Promise<DisputeRefusal[]> =>
  db(ctx)
    .selectFrom('payment as p')
    .leftJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'p.merchant_id').onRef('c.id', '=', 'p.charge_id'),
    )
    .leftJoin('financial_case as f', (join) =>
      join.onRef('f.merchant_id', '=', 'p.merchant_id').onRef('f.id', '=', 'p.case_id'),
    )
    .select('p.id')
    .select((eb) => {
      const leftCents = eb
        .case()
        .when('p.classification', '=', 'primary')
        .then(eb('c.amount_cents', '-', eb.ref('c.refunded_cents')))
        .else(eb.fn.coalesce('f.held_payer_cents', sql.lit(0)))
        .end()
      const openDispute = eb
        .selectFrom('dispute as d')
        .select('d.case_id')
        .whereRef('d.merchant_id', '=', 'p.merchant_id')
        .whereRef('d.payment_id', '=', 'p.id')
        .where('d.status', '<>', 'closed')
      return eb
        .case()
        .when(eb.exists(openDispute))
        .then(sql.lit<'dispute_open'>('dispute_open'))
        .when(leftCents, '=', 0n)
        .then(sql.lit<'nothing_to_dispute'>('nothing_to_dispute'))
        .end()
        .as('refusal')
    })
    .where('p.merchant_id', '=', merchantId)
    .where('p.id', '=', anyUuid(paymentIds))
    .execute()
