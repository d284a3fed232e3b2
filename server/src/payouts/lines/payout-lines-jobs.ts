import { isAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { eachMerchant, runnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { MAX_RUNTIME_MS, type Loop } from '../../kernel/jobs/loop.ts'
import { assignDuePayouts, duePayouts } from './assign-lines.ts'
import { addBlockTotals } from './block-totals.ts'
import { addBlocks, selectMerchantsWithoutBlocks } from './blocks.ts'

const JOB = 'payout-lines'
const JOB_BLOCKS = 'payout-line-blocks'
/** The maximum number of a merchant's payouts that a run handles before the run continues with the next merchant. */
const PAYOUTS_MAX = 20

/**
 * The loops that assign lines to payouts, and that store the sums of blocks of 1,000 lines. With the stored sums, the
 * assignment of lines is fast.
 */
export const payoutLineLoops: Loop[] = [
  {
    name: JOB,
    once: {},
    maxRuntimeMs: MAX_RUNTIME_MS.rows,
    intervalMs: 10_000,
    batch: PAYOUTS_MAX,
    run: (ctx) => assignMissingLines(ctx, PAYOUTS_MAX),
  },
  {
    name: JOB_BLOCKS,
    once: {},
    maxRuntimeMs: MAX_RUNTIME_MS.table,
    intervalMs: 60_000,
    batch: Infinity,
    run: (ctx) => addMissingBlocks(ctx, 500),
  },
]

/**
 * Assigns lines to the paid payouts that have none, oldest first, and frees the lines of reversed payouts. Normally
 * `assignAfterCommit` has assigned the lines right after the payout was recorded. The job handles payouts for which
 * `assignAfterCommit` failed, and payouts of earlier builds, which assigned no lines. Returns the number of handled
 * payouts.
 */
export function assignMissingLines(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters): Promise<DueRow[]> =>
    duePayouts(db(ctx))
      .select(['merchant_id as merchantId', 'id'])
      .where(runnable(ctx, JOB, first, { merchantId: 'payout.merchant_id', id: 'payout.id' }))
      .orderBy('merchant_id')
      .orderBy('entry_seq')
      .limit(first[1])
      .execute()
  return eachMerchant(ctx, { job: JOB, limit, find }, async (_, merchantId) => {
    await addBlocks(ctx, merchantId)
    if (isAborted(ctx)) return
    await assignDuePayouts(ctx, merchantId, PAYOUTS_MAX)
  })
}

/**
 * Adds the missing blocks of all merchants, and the sums of these blocks by entry type and kind of case. Processes
 * `limit` merchants at a time. Returns how many merchants the run processed.
 */
export function addMissingBlocks(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters): Promise<DueRow[]> =>
    selectMerchantsWithoutBlocks(ctx)
      .where(runnable(ctx, JOB_BLOCKS, first, { merchantId: 'a.merchant_id', id: 'a.merchant_id' }))
      .limit(first[1])
      .execute()
  return eachMerchant(ctx, { job: JOB_BLOCKS, limit, find }, async (_, merchantId) => {
    await addBlocks(ctx, merchantId)
    await addBlockTotals(ctx, merchantId)
  })
}
