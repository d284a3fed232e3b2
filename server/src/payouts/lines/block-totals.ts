import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { BLOCK_LINES } from '../../ledger/block-sizes.ts'
import { addMissing } from './blocks.ts'
import { selectLineKinds } from './line-kinds.ts'

/** The number of blocks (of 1,000 lines each) that one SQL statement sums. */
const BLOCKS_MAX = 20n

/**
 * Adds the missing sums to a merchant's blocks of lines: one sum for each combination of entry type and kind of case.
 * Takes no lock, because posted lines never change. Ends early when the context is aborted.
 */
export async function addBlockTotals(ctx: Context, merchantId: string): Promise<void> {
  await addMissing(ctx, { merchantId, table: 'payout_line_block_total', blocksMax: BLOCKS_MAX }, insertTotals)
}

/**
 * Adds the sums of the blocks with the numbers from `next` (inclusive) to `upTo` (exclusive). Skips sums that another
 * process has added.
 */
async function insertTotals(ctx: Context, merchantId: string, next: bigint, upTo: bigint): Promise<void> {
  const blockNo = sql<bigint>`(l.account_version - 1) / ${sql.lit(Number(BLOCK_LINES))}`
  const totals = selectLineKinds(ctx, merchantId, {
    first: next * BLOCK_LINES + 1n,
    last: upTo * BLOCK_LINES,
  })
    .select([sql<string>`${merchantId}::uuid`.as('merchant_id'), blockNo.as('block_no')])
    .groupBy(blockNo)
  await db(ctx)
    .insertInto('payout_line_block_total')
    .columns(['entry_type', 'case_kind', 'lines_count', 'amount_cents', 'merchant_id', 'block_no'])
    .expression(totals)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
