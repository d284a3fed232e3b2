import type { Context } from '../kernel/context.ts'
import { findMerchants } from '../merchants/merchant.queries.ts'

/** The names of the merchants of these rows, read at once. */
export async function namesOfMerchants(
  ctx: Context,
  rows: readonly { merchantId: string }[],
): Promise<(row: { merchantId: string }) => string> {
  const ids = new Set(rows.map(({ merchantId }) => merchantId))
  const merchants = ids.size === 0 ? [] : await findMerchants(ctx, [...ids])
  const names = new Map(merchants.map(({ id, name }) => [id, name]))
  return ({ merchantId }) => names.get(merchantId) ?? ''
}
