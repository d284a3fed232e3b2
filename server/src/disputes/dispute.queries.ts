import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { Dispute } from './dispute.entity.ts'

/** @throws Problem not_found, reason `case_not_found`: unknown, another merchant's, no dispute, or malformed. */
export async function getDispute(ctx: Context, merchantId: string, caseId: string): Promise<Dispute> {
  const found = isUuid(caseId)
    ? await ctx.em.findOne(Dispute, { merchantId, caseId }, { disableIdentityMap: true })
    : null
  if (!found) throw new Problem('not_found', { reason: 'case_not_found' })
  return found
}

/** The disputes among these cases, in any order: of one merchant, or of any (`merchantId` null). */
export function findDisputes(
  ctx: Context,
  merchantId: string | null,
  caseIds: readonly string[],
): Promise<Dispute[]> {
  const where = { caseId: { $in: [...caseIds] }, ...(merchantId === null ? {} : { merchantId }) }
  return ctx.em.find(Dispute, where, { disableIdentityMap: true })
}
