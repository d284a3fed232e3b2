import { expressionBuilder } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type CursorKey, type PageRequest } from '../kernel/database/page.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { isUuid } from '../kernel/ids.ts'
import { accountsOf } from '../ledger/chart.ts'
import { WINDOW_MS } from './clock.ts'
import {
  boundOf,
  LINE_NO_MAX,
  STATEMENT_LIST,
  type StatementFilter,
  type StatementPage,
} from './statement.filter.ts'
import { selectStatementLines, type StatementLine } from './statement.line.ts'

/**
 * Returns one page of a merchant's statement by date of the fact (`economic_at`), newest first. Sorts by date of the
 * fact, order of posting and line number. Keyset pagination scans the partial index on these columns, so a late page
 * costs as much as the first. The cursor contains the journal's last sequence number when the first page was read. An
 * entry posted later therefore appears on no page, even if the date of its fact is earlier.
 */
export async function listByFact(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  page: PageRequest,
): Promise<StatementPage> {
  const bound = boundOf(merchantId, filter)
  const paging = page.cursor
    ? readPaging(readCursor(ctx.vault, STATEMENT_LIST, bound, page.cursor))
    : await startPaging(ctx, merchantId, filter)
  const rows = await selectStatementLines(ctx, merchantId)
    .where(isIncluded(filter, paging))
    .orderBy('l.economic_at', 'desc')
    .orderBy('l.entry_seq', 'desc')
    .orderBy('l.line_no', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, nextCursor } = toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, STATEMENT_LIST, bound, writePaging(paging, last)),
  )
  return { items, nextCursor, asOf: paging.asOf }
}

/** Counts the lines that match `filter`, up to `most`. */
export async function countByFact(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  most: number,
): Promise<number> {
  const paging = await startPaging(ctx, merchantId, filter)
  const lines = db(ctx)
    .selectFrom('journal_line as l')
    .select('l.journal_id')
    .where('l.merchant_id', '=', merchantId)
    .where('l.position', 'is not', null)
    .where(isIncluded(filter, paging))
    .orderBy('l.economic_at', 'desc')
    .orderBy('l.entry_seq', 'desc')
    .orderBy('l.line_no', 'desc')
    .limit(most)
  return countRows(ctx, lines)
}

/** Returns the condition that a line (`l`) matches the filter and follows the keyset position of `paging`. */
function isIncluded({ to, position }: StatementFilter, { from, seqMax, after }: Paging) {
  const line = expressionBuilder<{ l: Tables['journal_line'] }, 'l'>()
  const key = line.refTuple('l.economic_at', 'l.entry_seq', 'l.line_no')
  return line.and([
    line('l.economic_at', '>=', from),
    line('l.entry_seq', '<=', seqMax),
    ...(to ? [line('l.economic_at', '<', to)] : []),
    // With the condition on the ledger accounts, the planner can use the index by ledger account for a position with
    // few lines.
    ...(position
      ? [line('l.position', '=', position), line('l.account_code', 'in', accountsOf(position))]
      : []),
    ...(after ? [line(key, '<', line.tuple(after.at, after.seq, after.lineNo))] : []),
  ])
}

/** The values that are the same for every page of a list, and the last line of the previous page. */
interface Paging {
  asOf: Date
  from: Date
  seqMax: bigint
  after?: { at: Date; seq: bigint; lineNo: number } | undefined
}

async function startPaging(ctx: Context, merchantId: string, filter: StatementFilter): Promise<Paging> {
  const asOf = ctx.clock.now()
  const head = await db(ctx)
    .selectFrom('ledger_head')
    .select('last_seq')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  const seqMax = head?.last_seq ?? 0n
  const point = await findEntryPoint(ctx, merchantId, filter.entryId)
  const from = filter.from ?? plusMs(point?.at ?? asOf, -WINDOW_MS)
  return { asOf, from, seqMax, ...(point && { after: point }) }
}

/**
 * Returns the keyset position just before an entry's first line, or undefined when the merchant sees no line of such an
 * entry.
 */
async function findEntryPoint(
  ctx: Context,
  merchantId: string,
  id: string | undefined,
): Promise<Paging['after']> {
  if (id === undefined || !isUuid(id)) return undefined
  const entry = await db(ctx)
    .selectFrom('journal_line')
    .select(({ fn }) => [fn.max('economic_at').as('at'), fn.max('entry_seq').as('seq')])
    .where('merchant_id', '=', merchantId)
    .where('journal_id', '=', id)
    .where('position', 'is not', null)
    .having(({ fn }) => fn.countAll(), '>', 0)
    .executeTakeFirst()
  return entry && { ...entry, lineNo: LINE_NO_MAX }
}

function writePaging(paging: Paging, last: StatementLine): CursorKey {
  return {
    asOf: paging.asOf.toISOString(),
    from: paging.from.toISOString(),
    seqMax: paging.seqMax.toString(),
    at: last.economicAt.toISOString(),
    seq: last.seq.toString(),
    lineNo: String(last.lineNo),
  }
}

function readPaging(key: CursorKey): Paging {
  const { asOf = '', from = '', seqMax = '', at = '', seq = '', lineNo = '' } = key
  return {
    asOf: new Date(asOf),
    from: new Date(from),
    seqMax: BigInt(seqMax),
    after: { at: new Date(at), seq: BigInt(seq), lineNo: Number(lineNo) },
  }
}
