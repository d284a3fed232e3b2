import { sql } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type CursorKey, type PageRequest } from '../kernel/database/page.ts'
import { db } from '../kernel/database/tables.ts'
import { isUuid } from '../kernel/ids.ts'
import type { Position } from '../ledger/chart.ts'
import { WINDOW_MS } from './clock.ts'
import {
  boundOf,
  LINE_NO_MAX,
  STATEMENT_LIST,
  type StatementFilter,
  type StatementPage,
} from './statement.filter.ts'
import { selectStatementLines, type StatementLine } from './statement.line.ts'
import { readSeqRange, type SeqRange } from './totals/seq-range.queries.ts'

/**
 * Returns one page of a merchant's statement by posting date, newest first. The entries of a period have consecutive
 * sequence numbers, and the cursor contains these numbers. An entry posted after the first page was read therefore
 * appears on no page.
 */
export async function listByPosting(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  page: PageRequest,
): Promise<StatementPage> {
  const bound = boundOf(merchantId, filter)
  const paging = page.cursor
    ? readPaging(readCursor(ctx.vault, STATEMENT_LIST, bound, page.cursor))
    : await startPaging(ctx, merchantId, filter)
  const keys = selectKeys(ctx, merchantId, { ...paging, position: filter.position, limit: page.limit + 1 })
  const rows = await selectStatementLines(ctx, merchantId)
    .innerJoin(keys.as('k'), (join) =>
      join.onRef('k.journal_id', '=', 'l.journal_id').onRef('k.line_no', '=', 'l.line_no'),
    )
    .orderBy('k.entry_seq', 'desc')
    .orderBy('k.line_no', 'desc')
    .execute()
  const { items, nextCursor } = toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, STATEMENT_LIST, bound, writePaging(paging, last)),
  )
  return { items, nextCursor, asOf: paging.asOf }
}

/** Counts the lines that match `filter`, up to `most`. */
export async function countByPosting(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  most: number,
): Promise<number> {
  const paging = await startPaging(ctx, merchantId, filter)
  return countRows(ctx, selectKeys(ctx, merchantId, { ...paging, position: filter.position, limit: most }))
}

/** The values that are the same for every page of a list, and the last line of the previous page. */
interface Paging {
  asOf: Date
  range: SeqRange
  after?: { seq: bigint; lineNo: number } | undefined
}

/**
 * Selects the keys of the next lines, in the order of posting. The query reads at most `limit` lines of each ledger
 * account, from the index by ledger account. The duration of the query therefore does not depend on the length of the
 * statement or on how many pages precede the page.
 */
function selectKeys(
  ctx: Context,
  merchantId: string,
  {
    range,
    after,
    position,
    limit,
  }: Pick<Paging, 'range' | 'after'> & {
    position: Position | undefined
    limit: number
  },
) {
  const line = db(ctx)
    .selectFrom('journal_line as n')
    .select(['n.journal_id', 'n.line_no', 'n.entry_seq'])
    .whereRef('n.merchant_id', '=', sql.ref('a.merchant_id'))
    .whereRef('n.account_code', '=', sql.ref('a.code'))
    .where('n.position', 'is not', null)
    .where('n.entry_seq', '>', range.first)
    .where('n.entry_seq', '<=', after?.seq ?? range.last)
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row(row.refTuple('n.entry_seq', 'n.line_no'), '<', row.tuple(after?.seq ?? 0n, after?.lineNo ?? 0)),
      ),
    )
    .orderBy('n.entry_seq', 'desc')
    .orderBy('n.account_version', 'desc')
    .limit(limit)
  return db(ctx)
    .selectFrom('ledger_account as a')
    .crossJoinLateral(line.as('next'))
    .select(['next.journal_id', 'next.line_no', 'next.entry_seq'])
    .where('a.merchant_id', '=', merchantId)
    .where('a.position', 'is not', null)
    .$if(position !== undefined, (query) => query.where('a.position', '=', position ?? null))
    .orderBy('next.entry_seq', 'desc')
    .orderBy('next.line_no', 'desc')
    .limit(limit)
}

async function startPaging(ctx: Context, merchantId: string, filter: StatementFilter): Promise<Paging> {
  const asOf = ctx.clock.now()
  const entry = await findEntry(ctx, merchantId, filter.entryId)
  const from = filter.from ?? plusMs(entry?.postedAt ?? asOf, -WINDOW_MS)
  const range = await readSeqRange(ctx, merchantId, { from, to: filter.to })
  const after = entry && { seq: entry.seq, lineNo: LINE_NO_MAX }
  return { asOf, range: range ?? { first: 0n, last: 0n }, after: after && limitTo(range, after) }
}

/**
 * Returns `after`. Returns undefined if the entry of `after` is newer than the period, because the list then begins
 * with the newest line of the period.
 */
const limitTo = (range: SeqRange | undefined, after: { seq: bigint; lineNo: number }) =>
  range === undefined || after.seq > range.last ? undefined : after

/** Returns an entry of the merchant by its id, or undefined. */
async function findEntry(
  ctx: Context,
  merchantId: string,
  id: string | undefined,
): Promise<{ seq: bigint; postedAt: Date } | undefined> {
  if (id === undefined || !isUuid(id)) return undefined
  return db(ctx)
    .selectFrom('journal_entry')
    .select(['seq', 'posted_at as postedAt'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

function writePaging({ asOf, range }: Paging, last: StatementLine): CursorKey {
  return {
    asOf: asOf.toISOString(),
    first: range.first.toString(),
    last: range.last.toString(),
    seq: last.seq.toString(),
    lineNo: String(last.lineNo),
  }
}

function readPaging({ asOf = '', first = '', last = '', seq = '', lineNo = '' }: CursorKey): Paging {
  return {
    asOf: new Date(asOf),
    range: { first: BigInt(first), last: BigInt(last) },
    after: { seq: BigInt(seq), lineNo: Number(lineNo) },
  }
}
