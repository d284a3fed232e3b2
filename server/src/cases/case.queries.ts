import type { FilterObject, FilterQuery } from '@mikro-orm/core'
import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { isUuid } from '../kernel/ids.ts'
import { countEntities } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { Problem } from '../kernel/problem.ts'
import { FinancialCase, type CaseKind, type CaseStatus } from './financial-case.entity.ts'

export interface CaseFilter {
  kind?: readonly CaseKind[] | undefined
  status?: readonly CaseStatus[] | undefined
  chargeId?: string | undefined
  /** If true, only cases with an exception, which staff must resolve. If false, only cases without an exception. */
  hasException?: boolean | undefined
}

const LIST = 'cases.v1'
const NEWEST_FIRST = { openedAt: 'desc', id: 'desc' } as const

/**
 * Returns a case of the merchant. @throws Problem not_found, reason `case_not_found`: the id is unknown, malformed or
 * of another merchant.
 */
export async function getCase(ctx: Context, merchantId: string, id: string): Promise<FinancialCase> {
  const found = isUuid(id) ? await entities(ctx).findOne(FinancialCase, { merchantId, id }) : null
  if (!found) throw new Problem('not_found', { reason: 'case_not_found' })
  return found
}

/** Returns one page of cases, newest first. If `merchantId` is null, lists the cases of all merchants, for staff. */
export async function listCases(
  ctx: Context,
  merchantId: string | null,
  filter: CaseFilter,
  page: PageRequest,
): Promise<Page<FinancialCase>> {
  const bound = { merchantId, ...filter }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const where: FilterQuery<FinancialCase>[] = conditions(merchantId, filter)
  if (after) where.push(olderThan(new Date(after['at'] ?? 0), after['id'] ?? ''))
  const rows = await entities(ctx).find(
    FinancialCase,
    { $and: where },
    { orderBy: NEWEST_FIRST, limit: page.limit + 1 },
  )
  return toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, { at: last.openedAt.toISOString(), id: last.id }),
  )
}

/** Counts the cases that `listCases` lists. Stops counting at `most`. */
export const countCases = (
  ctx: Context,
  merchantId: string | null,
  filter: CaseFilter,
  most: number,
): Promise<number> =>
  countEntities(ctx, FinancialCase, {
    where: { $and: conditions(merchantId, filter) },
    orderBy: NEWEST_FIRST,
    most,
  })

/** Returns the cases of several charges of one merchant, oldest first. It is meant for data loaders. */
export function listCasesOfCharges(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<FinancialCase[]> {
  return entities(ctx).find(
    FinancialCase,
    { merchantId, chargeId: { $in: [...chargeIds] } },
    { orderBy: { openedAt: 'asc', id: 'asc' } },
  )
}

const olderThan = (openedAt: Date, id: string): FilterQuery<FinancialCase> => ({
  openedAt: { $lte: openedAt },
  $or: [{ openedAt: { $lt: openedAt } }, { id: { $lt: id } }],
})

function conditions(merchantId: string | null, filter: CaseFilter): FilterObject<FinancialCase>[] {
  const all: FilterObject<FinancialCase>[] = merchantId === null ? [] : [{ merchantId }]
  if (filter.kind) all.push({ kind: { $in: [...filter.kind] } })
  if (filter.status) all.push({ status: { $in: [...filter.status] } })
  if (filter.chargeId !== undefined) all.push({ chargeId: filter.chargeId })
  if (filter.hasException !== undefined) all.push({ exception: filter.hasException ? { $ne: null } : null })
  return all
}
