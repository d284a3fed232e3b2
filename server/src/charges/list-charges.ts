import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import type { Charge } from './charge.entity.ts'
import type { ChargeStatus } from './charge-status.ts'
import { selectChargesWithAttention, selectDifferingCharges } from './attention/select-attention.ts'
import { searchCharges } from './search/search-charges.ts'
import { selectCharges, type ListConditions } from './select-charges.ts'

export interface ChargeFilter {
  status?: readonly ChargeStatus[] | undefined
  orderReference?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  amountFromCents?: bigint | undefined
  amountToCents?: bigint | undefined
  q?: string | undefined
  /** If true, selects only charges paid after their expiry time. */
  latePayment?: boolean
  /** If true, selects only charges with more than one payment. */
  duplicates?: boolean
  /** If true, selects only charges that need attention. */
  needsAttention?: boolean
  /** If true, selects only charges with a payment that has an open exception with the network. */
  hasDifference?: boolean
}

const LIST = 'charges.v1'

/**
 * Returns one page of charges, newest first. If `merchantId` is null, lists the charges of all merchants, for staff.
 */
export async function listCharges(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  page: PageRequest,
): Promise<Page<Charge>> {
  const bound = {
    merchantId,
    ...filter,
    amountFromCents: String(filter.amountFromCents),
    amountToCents: String(filter.amountToCents),
  }
  const cursor = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const after = cursor && { createdAt: new Date(cursor['at'] ?? 0), id: cursor['id'] ?? '' }
  const query = await queryOf(ctx, merchantId, filter, { after, limit: page.limit + 1 })
  return toPage(
    await query.execute(),
    page.limit,
    (last) => writeCursor(ctx.vault, LIST, bound, { at: last.createdAt.toISOString(), id: last.id }),
    { at: 'desc', id: 'desc' },
  )
}

/** Counts the charges that `listCharges` lists. Stops counting at `most`. */
export async function countCharges(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  most: number,
): Promise<number> {
  const query = await queryOf(ctx, merchantId, filter, { after: undefined, limit: most })
  return countRows(ctx, query)
}

async function queryOf(
  ctx: Context,
  merchantId: string | null,
  filter: ChargeFilter,
  { after, limit }: { after: ListConditions['after']; limit: number },
) {
  const conditions: ListConditions = {
    merchantId,
    // A filter may repeat a status. Each status is one part of the query.
    status: Array.from(new Set(filter.status)),
    orderReference: filter.orderReference,
    createdFrom: filter.createdFrom,
    createdTo: filter.createdTo,
    amountFromCents: filter.amountFromCents,
    amountToCents: filter.amountToCents,
    latePayment: filter.latePayment ?? false,
    duplicates: filter.duplicates ?? false,
    needsAttention: filter.needsAttention ?? false,
    hasDifference: filter.hasDifference ?? false,
    after,
  }
  const q = filter.q?.trim()
  if (q !== undefined) return searchCharges(ctx, conditions, { q, limit })
  if (conditions.hasDifference) return selectDifferingCharges(ctx, conditions, limit)
  if (conditions.needsAttention) return selectChargesWithAttention(ctx, conditions, limit)
  return selectCharges(ctx, conditions, limit)
}
