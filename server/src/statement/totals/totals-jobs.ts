import type { Context } from '../../kernel/context.ts'
import { eachMerchant, runnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { MAX_RUNTIME_MS, type Loop } from '../../kernel/jobs/loop.ts'
import { addStatementTotals, selectMerchantsWithoutTotals } from './blocks.ts'

const JOB = 'statement-totals'
/** The maximum number of merchants that one run processes. */
const MERCHANTS_MAX = 500

/**
 * The loop that stores the sums of blocks of 2,000 journal entries, so that the totals of a statement are computed
 * fast.
 */
export const statementLoops: Loop[] = [
  {
    name: JOB,
    once: {},
    maxRuntimeMs: MAX_RUNTIME_MS.table,
    intervalMs: 60_000,
    batch: Infinity,
    run: (ctx) => addMissingTotals(ctx, MERCHANTS_MAX),
  },
]

/**
 * Adds the missing sums of all merchants, at most `limit` merchants at a time. Returns how many merchants the run
 * processed.
 */
export function addMissingTotals(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters): Promise<DueRow[]> =>
    selectMerchantsWithoutTotals(ctx)
      .where(runnable(ctx, JOB, first, { merchantId: 'h.merchant_id', id: 'h.merchant_id' }))
      .limit(first[1])
      .execute()
  return eachMerchant(ctx, { job: JOB, limit, find }, (_, merchantId) => addStatementTotals(ctx, merchantId))
}
