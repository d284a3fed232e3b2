import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { Merchant } from './merchant.entity.ts'

/** @throws Problem not_found, reason `account_not_found`. */
export async function getMerchant(ctx: Context, merchantId: string): Promise<Merchant> {
  const merchant = await ctx.em.findOne(Merchant, { id: merchantId }, { disableIdentityMap: true })
  if (!merchant) throw new Problem('not_found', { reason: 'account_not_found' })
  return merchant
}
