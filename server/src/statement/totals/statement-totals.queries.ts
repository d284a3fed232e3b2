import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Position } from '../../ledger/chart.ts'
import { BLOCK_ENTRIES } from '../../ledger/block-sizes.ts'
import { localTime, momentOf, selectLastBlock } from './blocks.ts'
import type { SeqRange } from './seq-range.queries.ts'

/** The number and the sum of the lines of one entry type in one position. */
export interface StatementTotal {
  entryType: string
  position: Position
  linesCount: bigint
  amountCents: bigint
}

/**
 * Sums the visible lines of the entries in `range`, by type of entry and position. Adds the stored sums of whole blocks
 * (2,000 entries each), and reads only the lines of the other entries. So the duration hardly depends on the number of
 * lines.
 */
export async function sumBySeq(ctx: Context, merchantId: string, range: SeqRange): Promise<StatementTotal[]> {
  const firstBlock = (range.first + BLOCK_ENTRIES - 1n) / BLOCK_ENTRIES
  const afterLast = range.last / BLOCK_ENTRIES
  if (firstBlock >= afterLast) return merge([await selectLines(ctx, merchantId, range).execute()])
  const stored = await selectStored(ctx, merchantId)
    .where('block_no', '>=', firstBlock)
    .where('block_no', '<', afterLast)
    .execute()
  // Rows without a position do not represent lines. Such rows only show that the sums of their block are stored.
  const last = stored.reduce((most, row) => (row.lastBlock > most ? row.lastBlock : most), firstBlock - 1n)
  const rest = [
    { first: range.first, last: firstBlock * BLOCK_ENTRIES },
    { first: (last + 1n) * BLOCK_ENTRIES, last: range.last },
  ]
  const lines: TotalRow[][] = []
  for (const part of rest.filter(({ first, last: end }) => first < end))
    lines.push(await selectLines(ctx, merchantId, part).execute())
  return merge([stored, ...lines])
}

/** A period by date of the fact. `to` is exclusive; if it is absent, the period has no end. */
export interface FactPeriod {
  from: Date
  to?: Date | undefined
}

/**
 * Sums the visible lines whose date of the fact is in the period, by type of entry and position. The sums include the
 * entries up to the last entry at the time of the call. The function adds up the stored sums of whole days and whole
 * blocks, and reads the other lines. Throws the Problem not_found, reason `account_not_found`, for an unknown merchant.
 */
export async function sumByFact(
  ctx: Context,
  merchantId: string,
  period: FactPeriod,
): Promise<StatementTotal[]> {
  const bounds = await readFactBounds(ctx, merchantId, period)
  if (bounds === undefined) throw new Problem('not_found', { reason: 'account_not_found' })
  const { storedTo, last, firstDay, endDay, firstDayAt, endDayAt } = bounds
  const { from, to } = period
  const newer = (part: FactPeriod) => selectLines(ctx, merchantId, { first: storedTo, last }, part).execute()
  const parts: TotalRow[][] = [storedTo < last ? await newer(period) : []]
  if (storedTo === 0n) return merge(parts)
  const older = async (part: FactPeriod) => {
    if (part.to === undefined || part.from < part.to)
      parts.push(await selectLinesByFact(ctx, merchantId, storedTo, part).execute())
  }
  if (endDayAt !== null && endDayAt <= firstDayAt) await older({ from, to })
  else {
    parts.push(await selectStoredDays(ctx, merchantId, { storedTo, firstDay, endDay }).execute())
    await older({ from, to: firstDayAt })
    if (to !== undefined && endDayAt !== null) await older({ from: endDayAt, to })
  }
  return merge(parts)
}

interface TotalRow {
  entryType: string
  position: string
  linesCount: bigint
  amountCents: bigint
}

/** Adds up rows that have the same type and position, and sorts the result by both. Omits rows without lines. */
function merge(parts: readonly (readonly TotalRow[])[]): StatementTotal[] {
  const totals = new Map<string, TotalRow>()
  for (const { entryType, position, linesCount, amountCents } of parts.flat()) {
    const key = `${entryType}/${position}`
    const before = totals.get(key)
    totals.set(key, {
      entryType,
      position,
      linesCount: (before?.linesCount ?? 0n) + linesCount,
      amountCents: (before?.amountCents ?? 0n) + amountCents,
    })
  }
  const keys = Array.from(totals.keys()).toSorted()
  return keys.flatMap((key) => {
    const total = totals.get(key)
    return total !== undefined && isVisible(total) ? [total] : []
  })
}

const isVisible = (total: TotalRow): total is StatementTotal => total.position !== ''

/** Selects stored sums, grouped by type and position. Rows with an empty position represent blocks without lines. */
const selectStored = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('statement_block_total')
    .select(({ fn }) => [
      'entry_type as entryType',
      'position',
      sumOrZero(fn.sum('lines_count')).as('linesCount'),
      sumOrZero(fn.sum('amount_cents')).as('amountCents'),
      fn.max('block_no').as('lastBlock'),
    ])
    .where('merchant_id', '=', merchantId)
    .groupBy(['entry_type', 'position'])

const selectStoredDays = (
  ctx: Context,
  merchantId: string,
  { storedTo, firstDay, endDay }: { storedTo: bigint; firstDay: string; endDay: string | null },
) =>
  selectStored(ctx, merchantId)
    .where('block_no', '<', storedTo / BLOCK_ENTRIES)
    .where(sql<boolean>`day >= ${firstDay}::date`)
    .$if(endDay !== null, (query) => query.where(sql<boolean>`day < ${endDay}::date`))

/** Selects the sums of visible lines, grouped by type and position. */
const selectSums = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('journal_entry as e')
    .innerJoin('journal_line as l', (join) =>
      join.onRef('l.merchant_id', '=', 'e.merchant_id').onRef('l.journal_id', '=', 'e.id'),
    )
    .select(({ fn }) => [
      'e.event_type as entryType',
      'l.position',
      fn.countAll<bigint>().as('linesCount'),
      sumOrZero(fn.sum('l.amount_cents')).as('amountCents'),
    ])
    .where('e.merchant_id', '=', merchantId)
    .where('l.position', 'is not', null)
    .groupBy(['e.event_type', 'l.position'])
    .$narrowType<{ position: Position }>()

/**
 * Selects the sums of the lines of the entries in `range`. With `period`, includes only lines whose date of the fact is
 * in this period.
 */
const selectLines = (ctx: Context, merchantId: string, { first, last }: SeqRange, period?: FactPeriod) =>
  selectSums(ctx, merchantId)
    .where('e.seq', '>', first)
    .where('e.seq', '<=', last)
    .$if(period !== undefined, (query) => query.where('e.economic_at', '>=', period?.from ?? new Date(0)))
    .$if(period?.to !== undefined, (query) => query.where('e.economic_at', '<', period?.to ?? new Date(0)))

/** Selects the sums of the lines of the entries up to `storedTo` whose date of the fact is in `period`. */
const selectLinesByFact = (ctx: Context, merchantId: string, storedTo: bigint, { from, to }: FactPeriod) =>
  selectSums(ctx, merchantId)
    .where('l.merchant_id', '=', merchantId)
    .where('l.entry_seq', '<=', storedTo)
    .where('l.economic_at', '>=', from)
    .$if(to !== undefined, (query) => query.where('l.economic_at', '<', to ?? new Date(0)))

/**
 * Returns the last entry, the last entry with stored sums, and the whole days in the period. The whole days are those
 * from `firstDay` (inclusive) to `endDay` (exclusive); the result also contains the times at which these two days
 * begin.
 */
const readFactBounds = (ctx: Context, merchantId: string, { from, to }: FactPeriod) =>
  db(ctx)
    .selectFrom('ledger_head as h')
    .select((head) => {
      const begins = sql`date_trunc('day', ${localTime(sql`${from}::timestamptz`)} - interval '1 microsecond') + interval '1 day'`
      const ends = sql`date_trunc('day', ${localTime(sql`${to ?? null}::timestamptz`)})`
      const lastBlock = selectLastBlock(ctx, head.ref('h.merchant_id'))
      return [
        'h.last_seq as last',
        sql<bigint>`coalesce(${lastBlock} + 1, 0) * ${sql.lit(Number(BLOCK_ENTRIES))}`.as('storedTo'),
        sql<string>`to_char(${begins}, 'YYYY-MM-DD')`.as('firstDay'),
        sql<string | null>`to_char(${ends}, 'YYYY-MM-DD')`.as('endDay'),
        momentOf(sql`(${begins})`).as('firstDayAt'),
        sql<Date | null>`${momentOf(sql`(${ends})`)}`.as('endDayAt'),
      ]
    })
    .where('h.merchant_id', '=', merchantId)
    .executeTakeFirst()
