import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/database/sql.ts'
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
): Promise<DisputeRefusal[]> => sql<DisputeRefusal>(ctx, REFUSALS, [merchantId, paymentIds])

const REFUSALS = `
  select p.id, case
      when exists (select from dispute d
        where d.merchant_id = p.merchant_id and d.payment_id = p.id and d.status <> 'closed') then 'dispute_open'
      when case p.classification when 'primary' then c.amount_cents - c.refunded_cents
        else coalesce(f.held_payer_cents, 0) end = 0 then 'nothing_to_dispute'
    end as refusal
  from payment p
  left join charge c on c.merchant_id = p.merchant_id and c.id = p.charge_id
  left join financial_case f on f.merchant_id = p.merchant_id and f.id = p.case_id
  where p.merchant_id = $1 and p.id = any($2::uuid[])`
