import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { isUuid } from '../kernel/ids.ts'
import {
  readCursor,
  toPage,
  writeCursor,
  type CursorKey,
  type Page,
  type PageRequest,
} from '../kernel/database/page.ts'
import { sql, type SqlParameter } from '../kernel/database/sql.ts'
import type { Position } from '../ledger/chart.ts'
import type { StatementLine } from './statement.line.ts'
import { toLine, type StatementRow } from './statement.row.ts'
import { SELECT_COUNTED_LINES, SELECT_ENTRY_POINT, SELECT_LINES } from './statement.sql.ts'

/** `from` (inclusive, default 30 days ago) and `to` (exclusive) compare with the date of the fact. */
export interface StatementFilter {
  from?: Date | undefined
  to?: Date | undefined
  /** Only the lines of this position. */
  position?: Position | undefined
  /** Starts at this entry and leaves out newer lines. An unknown id is ignored. */
  entryId?: string | undefined
}

export interface StatementPage extends Page<StatementLine> {
  asOf: Date
}

const LIST = 'statement.v1'
const WINDOW_MS = 30 * 86_400_000
/** The largest smallint, so greater than any line number. */
const LINE_NO_MAX = 32_767

/**
 * Returns one page of a merchant's statement, newest first. Sorts by date of the fact, order of posting and line number
 * (keyset pagination). The cursor carries the journal's last sequence number at the first page. An entry posted later
 * therefore appears on no page, even with an earlier date.
 */
export async function listStatement(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  page: PageRequest,
): Promise<StatementPage> {
  const { from, to, position, entryId } = filter
  const bound = { merchantId, from: from?.toISOString(), to: to?.toISOString(), position, entryId }
  const paging = page.cursor
    ? readPaging(readCursor(ctx.vault, LIST, bound, page.cursor))
    : await startPaging(ctx, merchantId, filter)
  const parameters = parametersOf(merchantId, filter, paging, page.limit + 1)
  const rows = await sql<StatementRow>(ctx, SELECT_LINES, parameters)
  const { items, nextCursor } = toPage(rows.map(toLine), page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, writePaging(paging, last)),
  )
  return { items, nextCursor, asOf: paging.asOf }
}

/** Counts the lines that match `filter`, up to `most`. */
export async function countStatement(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  most: number,
): Promise<number> {
  const paging = await startPaging(ctx, merchantId, filter)
  return countRows(ctx, SELECT_COUNTED_LINES, parametersOf(merchantId, filter, paging, most))
}

const parametersOf = (
  merchantId: string,
  { to, position }: StatementFilter,
  { from, seqMax, after }: Paging,
  limit: number,
): SqlParameter[] => [
  merchantId,
  from,
  to ?? null,
  seqMax,
  after?.at ?? null,
  after?.seq ?? null,
  after?.lineNo ?? null,
  limit,
  position ?? null,
]

/** The state that the cursor carries from page to page. */
interface Paging {
  asOf: Date
  from: Date
  seqMax: bigint
  after?: { at: Date; seq: bigint; lineNo: number } | undefined
}

async function startPaging(ctx: Context, merchantId: string, filter: StatementFilter): Promise<Paging> {
  const asOf = ctx.clock.now()
  const [head] = await sql<{ last_seq: bigint }>(
    ctx,
    'select last_seq from ledger_head where merchant_id = $1',
    [merchantId],
  )
  const seqMax = head?.last_seq ?? 0n
  const point = await findEntryPoint(ctx, merchantId, filter.entryId)
  const from = filter.from ?? plusMs(point?.at ?? asOf, -WINDOW_MS)
  return { asOf, from, seqMax, ...(point && { after: point }) }
}

/** Returns the keyset position just before an entry's first line, or undefined when the merchant has no such entry. */
async function findEntryPoint(
  ctx: Context,
  merchantId: string,
  id: string | undefined,
): Promise<Paging['after']> {
  if (id === undefined || !isUuid(id)) return undefined
  const [entry] = await sql<{ at: Date; seq: bigint }>(ctx, SELECT_ENTRY_POINT, [merchantId, id])
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

/** Lists the visible lines of charges of one merchant, in the order of posting. */
export function listLinesOfCharges(
  ctx: Context,
  merchantId: string,
  chargeIds: string[],
): Promise<ChargeLine[]> {
  return sql<ChargeLine>(ctx, SELECT_LINES_OF_CHARGES, [merchantId, chargeIds])
}

export type ChargeLine = Omit<StatementLine, 'sale' | 'financialCase' | 'payout' | 'payoutId'> & {
  chargeId: string
}

const SELECT_LINES_OF_CHARGES = `
  select l.journal_id as "journalId", l.entry_seq as seq, l.line_no as "lineNo", e.event_type as "eventType", e.description,
    l.economic_at as "economicAt", e.posted_at as "postedAt", l.position, l.amount_cents as "amountCents",
    l.balance_after_cents as "balanceAfterCents", e.source_type as "sourceType", e.source_id as "sourceId",
    e.reverses_id as "reversesId", l.charge_id as "chargeId"
  from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
  where l.merchant_id = $1 and l.charge_id = any($2::uuid[]) and l.position is not null
  order by l.entry_seq, l.line_no`
