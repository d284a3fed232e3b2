import { isAborted, type Context } from '../context.ts'

/**
 * Calls `work`, and then waits for as long as the call took. So a long run of such calls uses at most half of the time
 * of one database session, and leaves the rest to payments and webhooks. Does not wait if `work` fails or the context
 * is aborted.
 */
export async function paced<Result>(
  ctx: Pick<Context, 'clock' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedMs = ctx.clock.now().getTime()
  const result = await work()
  const tookMs = ctx.clock.now().getTime() - startedMs
  if (tookMs > 0 && !isAborted(ctx)) await ctx.clock.sleep(tookMs, ctx.signal)
  return result
}

/** Calls `work`. With `isPaced`, waits after the call (see `paced`). */
export const pacedIf = <Result>(
  ctx: Pick<Context, 'clock' | 'signal'>,
  isPaced: boolean,
  work: () => Promise<Result>,
): Promise<Result> => (isPaced ? paced(ctx, work) : work())
