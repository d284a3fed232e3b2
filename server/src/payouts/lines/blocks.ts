import { sql } from 'kysely'
import { isAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { BLOCK_LINES } from '../../ledger/block-sizes.ts'

/** The number of blocks (of 1,000 lines each) that one SQL statement adds. */
const BLOCKS_MAX = 50n

/** Returns the number of the block that contains the line with this `account_version`. */
export const blockOf = (version: bigint): bigint => (version - 1n) / BLOCK_LINES

/** Returns the `account_version` of the last line in a block. */
export const lastVersionOf = (blockNo: bigint): bigint => (blockNo + 1n) * BLOCK_LINES

/**
 * Adds the missing blocks of a merchant: one for every 1,000 posted lines. Takes no lock, because posted lines never
 * change. Ends early when the context is aborted. Returns the number of added blocks.
 */
export const addBlocks = (ctx: Context, merchantId: string): Promise<number> =>
  addMissing(ctx, { merchantId, table: 'payout_line_block', blocksMax: BLOCKS_MAX }, insertBlocks)

/** A table with rows for each block of a merchant. */
type BlockTable = 'payout_line_block' | 'payout_line_block_total'

/** Inserts the rows of the blocks with the numbers from `next` (inclusive) to `upTo` (exclusive). */
type InsertBlocks = (ctx: Context, merchantId: string, next: bigint, upTo: bigint) => Promise<void>

/**
 * Calls `insert` until `table` has rows for every block of the merchant whose lines are all posted. Each call covers at
 * most `blocksMax` blocks. Ends early when the context is aborted. Returns the number of added blocks.
 */
export async function addMissing(
  ctx: Context,
  { merchantId, table, blocksMax }: { merchantId: string; table: BlockTable; blocksMax: bigint },
  insert: InsertBlocks,
): Promise<number> {
  let added = 0
  for (;;) {
    const { next, complete } = await readProgress(ctx, merchantId, table)
    const upTo = complete < next + blocksMax ? complete : next + blocksMax
    if (upTo <= next || isAborted(ctx)) return added
    await insert(ctx, merchantId, next, upTo)
    added += Number(upTo - next)
  }
}

/**
 * Selects the merchants that have enough posted lines for another block, or that have a block without sums by entry
 * type and kind of case.
 */
export const selectMerchantsWithoutBlocks = (ctx: Context) =>
  db(ctx)
    .selectFrom('ledger_account as a')
    .select(['a.merchant_id as merchantId', 'a.merchant_id as id'])
    .where('a.code', '=', 'available')
    .where('a.version', '>=', BLOCK_LINES)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('payout_line_block as b')
            .innerJoin('payout_line_block_total as t', (join) =>
              join.onRef('t.merchant_id', '=', 'b.merchant_id').onRef('t.block_no', '=', 'b.block_no'),
            )
            .select('b.block_no')
            .whereRef('b.merchant_id', '=', 'a.merchant_id')
            .where('b.block_no', '=', sql<bigint>`a.version / ${sql.lit(Number(BLOCK_LINES))} - 1`),
        ),
      ),
    )

/**
 * Returns the number of the next block to add to `table` (`next`), and how many blocks have all their lines posted
 * (`complete`).
 */
async function readProgress(
  ctx: Context,
  merchantId: string,
  table: BlockTable,
): Promise<{ next: bigint; complete: bigint }> {
  const last = db(ctx)
    .selectFrom(table)
    .select('block_no')
    .where('merchant_id', '=', merchantId)
    .orderBy('block_no', 'desc')
    .limit(1)
  const row = await db(ctx)
    .selectFrom('ledger_account')
    .select(['version', last.as('last')])
    .where('merchant_id', '=', merchantId)
    .where('code', '=', 'available')
    .executeTakeFirst()
  return { next: (row?.last ?? -1n) + 1n, complete: (row?.version ?? 0n) / BLOCK_LINES }
}

/**
 * Adds the blocks with the numbers from `next` (inclusive) to `upTo` (exclusive). Ignores blocks that another process
 * has added.
 */
async function insertBlocks(ctx: Context, merchantId: string, next: bigint, upTo: bigint): Promise<void> {
  const blockNo = sql<bigint>`(account_version - 1) / ${sql.lit(Number(BLOCK_LINES))}`
  const paid = sql<bigint>`case when payout_id is null then amount_cents else 0 end`
  const running = db(ctx)
    .selectFrom('journal_line')
    .select([
      blockNo.as('block_no'),
      paid.as('cents'),
      sql<bigint>`sum(${paid}) over (partition by ${blockNo} order by account_version rows unbounded preceding)`.as(
        'running_cents',
      ),
    ])
    .where('merchant_id', '=', merchantId)
    .where('account_code', '=', 'available')
    .where('account_version', '>', next * BLOCK_LINES)
    .where('account_version', '<=', upTo * BLOCK_LINES)
  const blocks = db(ctx)
    .selectFrom(running.as('line'))
    .select((line) => [
      sql<string>`${merchantId}::uuid`.as('merchant_id'),
      'block_no',
      sql<bigint>`sum(cents)::bigint`.as('sum_cents'),
      sql<bigint>`greatest(${line.fn.max('running_cents')}, 0)::bigint`.as('peak_cents'),
    ])
    .groupBy('block_no')
  await db(ctx)
    .insertInto('payout_line_block')
    .columns(['merchant_id', 'block_no', 'sum_cents', 'peak_cents'])
    .expression(blocks)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
