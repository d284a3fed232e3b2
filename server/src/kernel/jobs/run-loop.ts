import type { Context } from '../context.ts'
import { correlated } from '../correlation.ts'
import { plusMs, type Clock } from '../clock.ts'
import { runClaimed } from './claim-run.ts'
import type { Loop } from './loop.ts'
import { runOnce, type RunTools } from './run-once.ts'
import { traceRun } from './trace-run.ts'
import type { Wake } from './wake.ts'

/**
 * The pause after a failed run, in milliseconds. The pause avoids a busy loop while the database or the network is
 * down.
 */
export const FAILED_PAUSE_MS = 1_000

/**
 * The longest pause of a loop after another process has claimed its run, in milliseconds. `findDueWork` ends the pause
 * earlier when the next run is due.
 */
const UNCLAIMED_PAUSE_MS = 60_000

interface Tools<C> extends RunTools {
  context: (actor: string) => C
}

/**
 * Runs `loop` until `signal` is aborted. `due` is notified when `findDueWork` finds work for this loop. A notification
 * of `due` ends the pauses of a loop with `once` early. For any other loop without its own `wake`, a notification of
 * `due` ends the waits of `pollIntervalMs` early.
 */
export async function runLoop<C extends Context>(
  tools: Tools<C>,
  { loop, due }: { loop: Loop<C>; due: Wake },
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true
  while (!signal.aborted) {
    const isClaimed = loop.once !== undefined && !(isFirst && loop.once.atStart)
    const found = await runLogged(tools, { loop, isClaimed }, signal)
    if (found !== 'failed') isFirst = false
    if (found === 'failed') await tools.clock.sleep(FAILED_PAUSE_MS, signal)
    else if (found === 'not claimed') await due.wait(tools.clock, UNCLAIMED_PAUSE_MS, signal)
    else if (found < loop.batch) await pause(tools.clock, { loop, due, found }, signal)
  }
}

async function pause<C extends Context>(
  clock: Clock,
  { loop, due, found }: { loop: Loop<C>; due: Wake; found: number },
  signal: AbortSignal,
): Promise<void> {
  const { wake, intervalMs, busyIntervalMs = intervalMs, pollIntervalMs } = loop
  if (loop.once) return due.wait(clock, intervalMs, signal)
  if (wake) return wake.wait(clock, found > 0 ? busyIntervalMs : (pollIntervalMs ?? intervalMs), signal)
  await clock.sleep(found > 0 ? busyIntervalMs : intervalMs, signal)
  if (pollIntervalMs !== undefined && found === 0) await due.wait(clock, pollIntervalMs, signal)
}

/** A loop, and whether its next run needs a claim. */
interface NextRun<C extends Context> {
  loop: Loop<C>
  isClaimed: boolean
}

/**
 * Runs one batch, if this process may run the job now. Returns how many rows the run found, or `not claimed` if another
 * process may run the job. After a failure, logs the error and returns `failed`.
 */
function runLogged<C extends Context>(
  tools: Tools<C>,
  next: NextRun<C>,
  signal: AbortSignal,
): Promise<number | 'failed' | 'not claimed'> {
  const ctx = { ...tools.context(`job:${next.loop.name}`), signal }
  return correlated(ctx.correlationId, async () => {
    try {
      const found = await runOrClaim(tools, next, ctx)
      if (found === undefined) return 'not claimed'
      if (found > 0) next.loop.afterRun?.()
      return found
    } catch (error) {
      tools.log.error({ err: error, job: next.loop.name }, 'job failed')
      return 'failed'
    }
  })
}

/** Runs one batch. Returns undefined if the run needs a claim that this process did not get. */
function runOrClaim<C extends Context>(
  tools: Tools<C>,
  { loop, isClaimed }: NextRun<C>,
  ctx: C & { readonly signal: AbortSignal },
): Promise<number | undefined> {
  const { name, batch, intervalMs, maxRuntimeMs, retryMs = FAILED_PAUSE_MS } = loop
  const run = (signal: AbortSignal): Promise<number> =>
    runOnce(tools, { name, maxRuntimeMs, signal }, (aborted) =>
      traceRun(ctx, name, () => loop.run({ ...ctx, signal: aborted })),
    )
  if (!isClaimed) return run(ctx.signal)
  const nextRunAt = (now: Date, found: number): Date => plusMs(now, found < batch ? intervalMs : 0)
  return runClaimed(ctx, name, { nextRunAt, retryMs }, (claimed) => run(claimed.signal))
}
