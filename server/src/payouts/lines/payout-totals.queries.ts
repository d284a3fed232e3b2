import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { BLOCK_LINES } from '../../ledger/block-sizes.ts'
import { selectLineKinds } from './line-kinds.ts'
import { listPayoutRanges, partOf, spansOf, type PaidRange } from './payout-ranges.ts'

/** The lines of one kind in a payout. */
export interface PayoutTotal {
  entryType: string
  /** The kind of the lines' case, such as `refund`; null if the lines belong to no case. */
  caseKind: string | null
  linesCount: bigint
  /** The sum of the paid parts of the lines. The sums of all kinds add up to the amount of the payout. */
  amountCents: bigint
}

interface Span {
  first: bigint
  last: bigint
}

/**
 * Returns a payout's amount for each kind of line (entry type and kind of case), the largest amount first. The list is
 * empty while the payout has no lines. Adds the stored sums of whole blocks (1,000 lines each), and reads only the
 * lines outside these blocks one by one. So the duration hardly grows with the number of lines.
 */
export async function readPayoutTotals(
  ctx: Context,
  merchantId: string,
  payoutId: string,
): Promise<PayoutTotal[]> {
  return await totalsOf(ctx, merchantId, await listPayoutRanges(ctx, merchantId, payoutId, 0n))
}

/** Returns the amounts of ranges of lines for each kind of line, the largest amount first. */
export async function totalsOf(
  ctx: Context,
  merchantId: string,
  ranges: readonly PaidRange[],
): Promise<PayoutTotal[]> {
  const spans = spansOf(ranges, 0n)
  const totals = new Map<string, PayoutTotal>()
  const covered = await readBlockTotals(ctx, merchantId, spans)
  for (const row of covered.rows) add(totals, row)
  for (const span of covered.rest)
    for (const row of await selectLineKinds(ctx, merchantId, span).execute()) add(totals, row)
  for (const row of await listUnpaidParts(ctx, merchantId, ranges)) add(totals, row)
  return Array.from(totals.values()).toSorted((a, b) => Number(b.amountCents - a.amountCents))
}

interface TotalRow {
  entry_type: string
  case_kind: string
  lines_count: bigint
  amount_cents: bigint
}

function add(totals: Map<string, PayoutTotal>, row: TotalRow): void {
  const key = `${row.entry_type}/${row.case_kind}`
  const before = totals.get(key)
  totals.set(key, {
    entryType: row.entry_type,
    caseKind: row.case_kind === '' ? null : row.case_kind,
    linesCount: (before?.linesCount ?? 0n) + row.lines_count,
    amountCents: (before?.amountCents ?? 0n) + row.amount_cents,
  })
}

/**
 * Reads the stored sums of the blocks that are completely inside the spans. Also returns the spans of all other lines.
 */
async function readBlockTotals(
  ctx: Context,
  merchantId: string,
  spans: readonly Span[],
): Promise<{ rows: TotalRow[]; rest: Span[] }> {
  const rows: TotalRow[] = []
  const rest: Span[] = []
  for (const { first, last } of spans) {
    const firstBlock = (first + BLOCK_LINES - 2n) / BLOCK_LINES
    const afterLast = last / BLOCK_LINES
    const blocks = await selectBlockTotals(ctx, merchantId, firstBlock, afterLast).execute()
    rows.push(...blocks)
    const end = blocks.reduce((most, { last_block: block }) => (block > most ? block : most), -1n)
    const summedTo = end < firstBlock ? undefined : (end + 1n) * BLOCK_LINES
    const summedFrom = firstBlock * BLOCK_LINES + 1n
    if (summedTo === undefined) rest.push({ first, last })
    else rest.push({ first, last: summedFrom - 1n }, { first: summedTo + 1n, last })
  }
  return { rows, rest: rest.filter(({ first, last }) => first <= last) }
}

/**
 * Selects the stored sums of the blocks with the numbers from `first` (inclusive) to `end` (exclusive), by kind of
 * line.
 */
const selectBlockTotals = (ctx: Context, merchantId: string, first: bigint, end: bigint) =>
  db(ctx)
    .selectFrom('payout_line_block_total')
    .select(({ fn }) => [
      'entry_type',
      'case_kind',
      sumOrZero(fn.sum('lines_count')).as('lines_count'),
      sumOrZero(fn.sum('amount_cents')).as('amount_cents'),
      fn.max('block_no').as('last_block'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('block_no', '>=', first)
    .where('block_no', '<', end)
    .groupBy(['entry_type', 'case_kind'])

/**
 * Returns a correction for each line that the payout paid only in part: the unpaid part as a negative amount. Only the
 * first and the last line of a range can be such a line.
 */
async function listUnpaidParts(
  ctx: Context,
  merchantId: string,
  ranges: readonly PaidRange[],
): Promise<TotalRow[]> {
  const cut = new Set(
    ranges.flatMap(({ from, to }) => [
      ...(from.cents > 0n ? [from.version] : []),
      ...(to.cents > 0n ? [to.version] : []),
    ]),
  )
  const rows: TotalRow[] = []
  for (const version of cut) {
    const [line] = await selectLineKinds(ctx, merchantId, { first: version, last: version }).execute()
    if (!line) continue
    const paidCents = partOf(ranges, { version, amountCents: line.amount_cents })
    rows.push({ ...line, lines_count: 0n, amount_cents: paidCents - line.amount_cents })
  }
  return rows
}
