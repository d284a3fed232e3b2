import { anyUuid } from '../kernel/database/any-of.ts'
import type { Context } from '../kernel/context.ts'
import type { PageRequest } from '../kernel/database/page.ts'
import { countByFact, listByFact } from './by-fact.queries.ts'
import { countByPosting, listByPosting } from './by-posting.queries.ts'
import type { StatementFilter, StatementPage } from './statement.filter.ts'
import { selectLines, type JournalLine } from './statement.line.ts'

/** Returns one page of a merchant's statement, newest first, by date of the fact or by posting date. */
export function listStatement(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  page: PageRequest,
): Promise<StatementPage> {
  const list = filter.clock === 'posting' ? listByPosting : listByFact
  return list(ctx, merchantId, filter, page)
}

/** Counts the lines that match `filter`, at most `most`. */
export function countStatement(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  most: number,
): Promise<number> {
  const count = filter.clock === 'posting' ? countByPosting : countByFact
  return count(ctx, merchantId, filter, most)
}

/** Lists the lines of charges of one merchant in the order of posting. Omits lines that the merchant does not see. */
export const listLinesOfCharges = (
  ctx: Context,
  merchantId: string,
  chargeIds: string[],
): Promise<ChargeLine[]> =>
  selectLines(ctx, merchantId)
    .select(['l.charge_id as chargeId', 'l.case_id as caseId', 'e.actor'])
    .where('l.charge_id', '=', anyUuid(chargeIds))
    .orderBy('l.entry_seq')
    .orderBy('l.line_no')
    .$narrowType<{ chargeId: string }>()
    .execute()

export type ChargeLine = JournalLine & { chargeId: string; caseId: string | null; actor: string }
