import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { HOUSE_MERCHANT_ID, Merchant } from './merchant.entity.ts'

/** @throws Problem not_found, reason `account_not_found`. */
export async function getMerchant(ctx: Context, merchantId: string): Promise<Merchant> {
  const merchant = isUuid(merchantId)
    ? await ctx.em.findOne(Merchant, { id: merchantId }, { disableIdentityMap: true })
    : null
  if (!merchant) throw new Problem('not_found', { reason: 'account_not_found' })
  return merchant
}

/** More merchants than one installation is expected to carry on one screen. */
const LISTED_MAX = 5_000

/** Every merchant by name, the house's own account left out. */
export function listMerchants(ctx: Context): Promise<Merchant[]> {
  return ctx.em.find(
    Merchant,
    { id: { $ne: HOUSE_MERCHANT_ID } },
    { orderBy: { name: 'asc', id: 'asc' }, limit: LISTED_MAX, disableIdentityMap: true },
  )
}

/** The merchants of these ids, in any order; unknown ones are left out. */
export function findMerchants(ctx: Context, ids: readonly string[]): Promise<Merchant[]> {
  return ctx.em.find(Merchant, { id: { $in: [...ids] } }, { disableIdentityMap: true })
}
