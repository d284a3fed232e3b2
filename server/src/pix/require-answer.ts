import { isAborted, type Context } from '../kernel/context.ts'
import { aroundCalls, isAnswered } from './around-calls.ts'
import { mapProviders, type WithPix } from './pix-accounts.ts'
import type { PixProvider } from './provider.ts'

/**
 * Runs `work` with providers that count their calls. Thus a run of a job fails when the PSPs are down, even if the job
 * itself only schedules a retry for each failed call.
 * @throws Error when `work` called a PSP, no call got an answer, and the context was not aborted.
 */
export async function requireAnswer<C extends Context & WithPix, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const calls = { made: 0, answered: 0 }
  const result = await work({ ...ctx, pix: mapProviders(ctx.pix, (pix) => countCalls(pix, calls)) })
  if (calls.made > 0 && calls.answered === 0 && !isAborted(ctx))
    throw new Error(`the Pix network answered none of ${calls.made} calls; the job retries`)
  return result
}

const countCalls = (pix: PixProvider, calls: { made: number; answered: number }): PixProvider =>
  aroundCalls(async (_operation, call, outcomeOf) => {
    calls.made += 1
    const result = await call(pix)
    if (isAnswered(outcomeOf(result))) calls.answered += 1
    return result
  })
