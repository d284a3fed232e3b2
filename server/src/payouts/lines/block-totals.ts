import { sql } from 'kysely'
import { isAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { BLOCK_LINES } from './blocks.ts'
import { selectLineKinds } from './line-kinds.ts'

/** The number of blocks that one statement sums. */
const BLOCKS_MAX = 20n

/**
 * Adds the missing sums for each kind of line in a merchant's blocks. Takes no lock, because posted lines never
 * change. Ends early when the context is aborted.
 */
export async function addBlockTotals(ctx: Context, merchantId: string): Promise<void> {
  for (;;) {
    const { next, complete } = await readProgress(ctx, merchantId)
    const upTo = complete < next + BLOCKS_MAX ? complete : next + BLOCKS_MAX
    if (upTo <= next || isAborted(ctx)) return
    await insertTotals(ctx, merchantId, next, upTo)
  }
}

/** Returns the number of the next block without sums, and the number of complete blocks. */
async function readProgress(ctx: Context, merchantId: string): Promise<{ next: bigint; complete: bigint }> {
  const last = db(ctx)
    .selectFrom('payout_line_block_total')
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
 * Adds the sums of the blocks from `next` (inclusive) to `upTo` (exclusive). Skips sums that another process has
 * added.
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
