import type { Context } from '../kernel/context.ts'
import { findMerchants } from '../merchants/merchant.queries.ts'

/** A row that may belong to a merchant. */
interface Owned {
  merchantId: string | null
}

/**
 * Reads the merchant names of these rows in one query. Returns a function that maps a row to the name of its merchant;
 * for a row without a merchant, to an empty text.
 */
export async function namesOfMerchants(
  ctx: Context,
  rows: readonly Owned[],
): Promise<(row: Owned) => string> {
  const ids = new Set(rows.flatMap(({ merchantId }) => merchantId ?? []))
  const merchants = ids.size === 0 ? [] : await findMerchants(ctx, [...ids])
  const names = new Map(merchants.map(({ id, name }) => [id, name]))
  return ({ merchantId }) => names.get(merchantId ?? '') ?? ''
}
