import type { Context } from '../kernel/context.ts'
import { findMerchants } from '../merchants/merchant.queries.ts'

/** A row of a list, of a merchant or of none. */
interface Owned {
  merchantId: string | null
}

/** The names of the merchants of these rows, read at once; empty for a row of none. */
export async function namesOfMerchants(
  ctx: Context,
  rows: readonly Owned[],
): Promise<(row: Owned) => string> {
  const ids = new Set(rows.flatMap(({ merchantId }) => merchantId ?? []))
  const merchants = ids.size === 0 ? [] : await findMerchants(ctx, [...ids])
  const names = new Map(merchants.map(({ id, name }) => [id, name]))
  return ({ merchantId }) => names.get(merchantId ?? '') ?? ''
}
