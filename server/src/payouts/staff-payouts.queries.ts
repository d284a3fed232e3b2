import type { FilterObject, FilterQuery } from '@mikro-orm/core'
import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { isUuid } from '../kernel/ids.ts'
import { countEntities } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { Problem } from '../kernel/problem.ts'
import { Payout, type PayoutState } from './payout.entity.ts'

export interface PayoutFilter {
  state?: readonly PayoutState[] | undefined
  /** Selects only payouts whose transfer was made at or after this time. */
  paidFrom?: Date | undefined
  /** Selects only payouts whose transfer was made before this time. */
  paidTo?: Date | undefined
}

const LIST = 'staff-payouts.v1'
const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const

/**
 * Returns one page of payouts in any state, newest first, of one merchant, or of all if `merchantId` is null. For staff
 * only.
 */
export async function listStaffPayouts(
  ctx: Context,
  merchantId: string | null,
  filter: PayoutFilter,
  page: PageRequest,
): Promise<Page<Payout>> {
  const bound = { merchantId, ...filter }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const where: FilterQuery<Payout>[] = conditions(merchantId, filter)
  if (after) where.push(olderThan(new Date(after['at'] ?? 0), after['id'] ?? ''))
  const rows = await entities(ctx).find(
    Payout,
    { $and: where },
    { orderBy: NEWEST_FIRST, limit: page.limit + 1 },
  )
  return toPage(
    rows,
    page.limit,
    (last) => writeCursor(ctx.vault, LIST, bound, { at: last.createdAt.toISOString(), id: last.id }),
    { at: 'desc', id: 'desc' },
  )
}

/** Counts the payouts that match the filter. Stops counting at `most`. */
export const countStaffPayouts = (
  ctx: Context,
  merchantId: string | null,
  filter: PayoutFilter,
  most: number,
): Promise<number> =>
  countEntities(ctx, Payout, {
    where: { $and: conditions(merchantId, filter) },
    orderBy: NEWEST_FIRST,
    most,
  })

function conditions(merchantId: string | null, filter: PayoutFilter): FilterObject<Payout>[] {
  const all: FilterObject<Payout>[] = merchantId === null ? [] : [{ merchantId }]
  if (filter.state) all.push({ state: { $in: [...filter.state] } })
  if (filter.paidFrom) all.push({ paidAt: { $gte: filter.paidFrom } })
  if (filter.paidTo) all.push({ paidAt: { $lt: filter.paidTo } })
  return all
}

const olderThan = (createdAt: Date, id: string): FilterQuery<Payout> => ({
  createdAt: { $lte: createdAt },
  $or: [{ createdAt: { $lt: createdAt } }, { id: { $lt: id } }],
})

/**
 * Returns a payout of the merchant.
 * @throws Problem not_found, reason `payout_not_found`: the id is unknown, malformed or of another merchant.
 */
export async function getPayout(ctx: Context, merchantId: string, id: string): Promise<Payout> {
  const found = isUuid(id) ? await entities(ctx).findOne(Payout, { merchantId, id }) : null
  if (!found) throw new Problem('not_found', { reason: 'payout_not_found' })
  return found
}
