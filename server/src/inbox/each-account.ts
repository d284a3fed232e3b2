import { isAborted, type Context } from '../kernel/context.ts'
import { runConcurrently } from '../kernel/jobs/run-concurrently.ts'
import type { WithPix } from '../pix/pix-accounts.ts'

/**
 * The number of receiving accounts whose PSPs are called at the same time. So a slow PSP does not delay the calls to
 * the other PSPs.
 */
const CONCURRENCY_MAX = 4

/** Calls `work` for each receiving account that is not turned off. Returns the sum of the results. */
export async function eachAccount<C extends Context & WithPix>(
  ctx: C,
  work: (ctx: C, accountId: string) => Promise<number>,
): Promise<number> {
  let sum = 0
  await runConcurrently(await ctx.pix.ids(), CONCURRENCY_MAX, async (accountId) => {
    if (isAborted(ctx)) return
    const count = await work(ctx, accountId)
    sum += count
  })
  return sum
}
