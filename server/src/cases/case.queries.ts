import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { isUuid } from '../kernel/ids.ts'
import { countRows } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { Problem } from '../kernel/problem.ts'
import { FinancialCase } from './financial-case.entity.ts'
import { orderOfCases, selectCases, type CaseFilter } from './select-cases.ts'

const LIST = 'cases.v2'

/**
 * Returns a case of the merchant.
 * @throws Problem not_found, reason `case_not_found`: the id is unknown, malformed or of another merchant.
 */
export async function getCase(ctx: Context, merchantId: string, id: string): Promise<FinancialCase> {
  const found = isUuid(id) ? await entities(ctx).findOne(FinancialCase, { merchantId, id }) : null
  if (!found) throw new Problem('not_found', { reason: 'case_not_found' })
  return found
}

/**
 * Returns one page of cases, in the order of `selectCases`. If `merchantId` is null, lists the cases of all merchants,
 * for staff.
 */
export async function listCases(
  ctx: Context,
  merchantId: string | null,
  filter: CaseFilter,
  page: PageRequest,
): Promise<Page<FinancialCase>> {
  const bound = { merchantId, ...filter }
  const cursor = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const after = cursor && {
    rank: Number(cursor['rank']),
    at: new Date(cursor['at'] ?? 0),
    id: cursor['id'] ?? '',
  }
  const rows = await selectCases(ctx, { merchantId, filter, after, limit: page.limit + 1 })?.execute()
  const em = ctx.em.fork()
  const found = toPage(
    rows ?? [],
    page.limit,
    ({ rank, at, id }) =>
      writeCursor(ctx.vault, LIST, bound, { rank: String(rank), at: at.toISOString(), id }),
    orderOfCases(filter),
  )
  return { ...found, items: found.items.map((row) => em.map(FinancialCase, row)) }
}

/** Counts the cases that `listCases` lists. Stops counting at `most`. */
export async function countCases(
  ctx: Context,
  merchantId: string | null,
  filter: CaseFilter,
  most: number,
): Promise<number> {
  const cases = selectCases(ctx, { merchantId, filter, after: undefined, limit: most })
  return cases ? countRows(ctx, cases) : 0
}

/** Returns, in any order, the cases of one merchant with these ids. Data loaders call this function. */
export const findCases = (
  ctx: Context,
  merchantId: string,
  ids: readonly string[],
): Promise<FinancialCase[]> => entities(ctx).find(FinancialCase, { merchantId, id: { $in: [...ids] } })

/** Returns the cases of several charges of one merchant, oldest first. Data loaders call this function. */
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
