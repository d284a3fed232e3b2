import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { Problem } from '../kernel/problem.ts'
import { Merchant } from './merchant.entity.ts'
import { recordTerms } from './terms-history.ts'
import { mergeTerms, termsForAudit, termsOf, type TermsPatch } from './terms.ts'

/**
 * Changes the terms of a merchant. Existing charges keep the terms with which they were created. A patch that equals
 * the current terms creates no version.
 * @throws Problem not_found, reason `account_not_found`.
 * @throws Problem validation_error naming the fields.
 */
export async function updateTerms(ctx: Context, merchantId: string, patch: TermsPatch): Promise<Merchant> {
  return await transaction(ctx, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId)
    const before = termsOf(merchant)
    const after = mergeTerms(before, patch)
    if (isDeepStrictEqual(after, before)) return merchant
    const now = tx.clock.now()
    Object.assign(merchant, after, { updatedAt: now })
    await tx.em.flush()
    await recordTerms(tx, merchantId, after, now)
    await recordAudit(tx, {
      action: 'merchant.update_terms',
      target: { type: 'merchant', id: merchantId },
      merchantId,
      before: termsForAudit(before),
      after: termsForAudit(after),
    })
    return merchant
  })
}

async function lockMerchant(tx: Tx, id: string): Promise<Merchant> {
  const merchant = isUuid(id) ? await lockRow(tx, Merchant, { id }) : null
  if (!merchant) throw new Problem('not_found', { reason: 'account_not_found' })
  return merchant
}
