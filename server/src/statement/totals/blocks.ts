import { sql, type Expression } from 'kysely'
import { isAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { BLOCK_ENTRIES } from '../../ledger/block-sizes.ts'

/** The maximum number of blocks (of 2,000 entries each) that one SQL statement sums. */
const BLOCKS_MAX = 10n
/**
 * The time zone in which the days of stored sums begin and end. Most periods begin and end at midnight in this zone.
 */
const ZONE = 'America/Sao_Paulo'

/** Returns the local time of a point in time, in the time zone of the stored days. */
export const localTime = (moment: Expression<Date>) => sql<Date>`${moment} at time zone ${sql.lit(ZONE)}`

/** Returns the point in time of a local time in the time zone of the stored days. */
export const momentOf = (local: Expression<unknown>) => sql<Date>`${local} at time zone ${sql.lit(ZONE)}`

/**
 * Selects the number of the last block of a merchant (alias `merchantId`) whose sums are stored. Selects no row if no
 * sums are stored for the merchant.
 */
export const selectLastBlock = (ctx: Context, merchantId: Expression<string>) =>
  db(ctx)
    .selectFrom('statement_block_total')
    .select('block_no')
    .where('merchant_id', '=', merchantId)
    .orderBy('block_no', 'desc')
    .limit(1)

/** Selects the merchants that have a complete block of 2,000 entries without stored sums. */
export const selectMerchantsWithoutTotals = (ctx: Context) =>
  db(ctx)
    .selectFrom('ledger_head as h')
    .select(['h.merchant_id as merchantId', 'h.merchant_id as id'])
    .where('h.last_seq', '>=', BLOCK_ENTRIES)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('statement_block_total as b')
            .select('b.block_no')
            .whereRef('b.merchant_id', '=', 'h.merchant_id')
            .where('b.block_no', '=', sql<bigint>`h.last_seq / ${sql.lit(Number(BLOCK_ENTRIES))} - 1`),
        ),
      ),
    )

/**
 * Stores the missing sums of a merchant's complete blocks of entries. Takes no lock, because posted entries never
 * change. Ends early when the context is aborted.
 */
export async function addStatementTotals(ctx: Context, merchantId: string): Promise<void> {
  for (;;) {
    const { next, complete } = await readProgress(ctx, merchantId)
    const upTo = complete < next + BLOCKS_MAX ? complete : next + BLOCKS_MAX
    if (upTo <= next || isAborted(ctx)) return
    await insertTotals(ctx, merchantId, next, upTo)
  }
}

/** Returns the number of the first block without stored sums, and how many blocks have all their entries posted. */
async function readProgress(ctx: Context, merchantId: string): Promise<{ next: bigint; complete: bigint }> {
  const row = await db(ctx)
    .selectFrom('ledger_head as h')
    .select((head) => ['h.last_seq', selectLastBlock(ctx, head.ref('h.merchant_id')).as('last')])
    .where('h.merchant_id', '=', merchantId)
    .executeTakeFirst()
  return { next: (row?.last ?? -1n) + 1n, complete: (row?.last_seq ?? 0n) / BLOCK_ENTRIES }
}

/**
 * Stores the sums of the blocks with the numbers from `next` (inclusive) to `upTo` (exclusive). Skips sums that another
 * process has stored. Entries without a visible line also get a row, which counts zero lines, so that every block has a
 * row.
 */
async function insertTotals(ctx: Context, merchantId: string, next: bigint, upTo: bigint): Promise<void> {
  const blockNo = sql<bigint>`(e.seq - 1) / ${sql.lit(Number(BLOCK_ENTRIES))}`
  const day = sql<string>`(${localTime(sql.ref('e.economic_at'))})::date`
  const totals = db(ctx)
    .selectFrom('journal_entry as e')
    .leftJoin('journal_line as l', (join) =>
      join
        .onRef('l.merchant_id', '=', 'e.merchant_id')
        .onRef('l.journal_id', '=', 'e.id')
        .on('l.position', 'is not', null),
    )
    .select(({ fn }) => [
      'e.merchant_id',
      blockNo.as('block_no'),
      day.as('day'),
      'e.event_type as entry_type',
      sql<string>`coalesce(l.position, '')`.as('position'),
      fn.count<bigint>('l.journal_id').as('lines_count'),
      sql<bigint>`coalesce(sum(l.amount_cents), 0)::bigint`.as('amount_cents'),
    ])
    .where('e.merchant_id', '=', merchantId)
    .where('e.seq', '>', next * BLOCK_ENTRIES)
    .where('e.seq', '<=', upTo * BLOCK_ENTRIES)
    .groupBy(['e.merchant_id', blockNo, day, 'e.event_type', 'l.position'])
  await db(ctx)
    .insertInto('statement_block_total')
    .columns(['merchant_id', 'block_no', 'day', 'entry_type', 'position', 'lines_count', 'amount_cents'])
    .expression(totals)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
