import type { GraphContext } from '../graphql/context.ts'
import { mergePages } from '../kernel/database/merge-pages.ts'
import type { Page } from '../kernel/database/page.ts'
import { sortNames } from '../kernel/database/sort-names.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'

/**
 * Each cell is a database with a part of the merchants. This type says which cells' rows a list contains. `merchant`:
 * the cell of the merchant in the filter; if the filter has no merchant, all cells. `all`: always all cells. `main`:
 * only the cell with the staff.
 */
export type ListCells = 'merchant' | 'all' | 'main'

/** Returns the contexts of the cells that have rows of a list. `ctx` is the context for the merchant in the filter. */
export function contextsOfList(
  ctx: GraphContext,
  { merchantId, cells }: { merchantId: string | null; cells: ListCells },
): readonly GraphContext[] {
  if (!ctx.cells || ctx.testAccount !== null || cells === 'main') return [ctx]
  // Each cell has rows of the service's own merchant, so its rows must be read from all cells.
  const isOfMerchant = merchantId !== null && merchantId !== SERVICE_MERCHANT_ID
  return isOfMerchant && cells === 'merchant' ? [ctx] : ctx.cells.contexts
}

/** Reads a page of a list from each cell and merges the pages. Rejects if a cell does not answer. */
export async function readMergedPage<T>(
  contexts: readonly GraphContext[],
  read: (ctx: GraphContext) => Promise<Page<T>>,
): Promise<Page<T>> {
  const [first] = contexts
  if (!first) throw new Error('BUG: readMergedPage: expected at least one context')
  const { cells } = first
  if (!cells || contexts.length === 1) return read(first)
  const pages = await Promise.all(contexts.map((ctx) => cells.inCell(ctx, read)))
  return mergePages(pages, (names) => sortNames(first, names))
}
