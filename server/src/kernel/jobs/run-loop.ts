import type { Context } from '../context.ts'
import { correlated } from '../correlation.ts'
import type { Clock } from '../clock.ts'
import type { JobStates } from './job-states.ts'
import type { Log } from '../log.ts'
import type { Loop } from './loop.ts'
import { runOnce } from './run-once.ts'
import { traceRun } from './trace-run.ts'
import type { Wake } from './wake.ts'

/** The pause after a failed run. The database or the network may be down. */
export const FAILED_PAUSE_MS = 1_000

interface Tools<C> {
  clock: Clock
  log: Log
  jobStates: JobStates
  context: (actor: string) => C
}

/**
 * Runs `loop` until `signal` is aborted. In a loop without a `wake` of its own, a notification of `due` ends the
 * pause early.
 */
export async function runLoop<C extends Context>(
  tools: Tools<C>,
  { loop, due }: { loop: Loop<C>; due: Wake },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const found = await runLogged(tools, loop)
    if (found === 'failed') await tools.clock.sleep(FAILED_PAUSE_MS, signal)
    else if (found < loop.batch) await pause(tools.clock, { loop, due, found }, signal)
  }
}

async function pause<C extends Context>(
  clock: Clock,
  { loop, due, found }: { loop: Loop<C>; due: Wake; found: number },
  signal: AbortSignal,
): Promise<void> {
  const { wake, intervalMs, busyIntervalMs = intervalMs, pollIntervalMs } = loop
  if (wake) return wake.wait(clock, found > 0 ? busyIntervalMs : (pollIntervalMs ?? intervalMs), signal)
  await clock.sleep(found > 0 ? busyIntervalMs : intervalMs, signal)
  if (pollIntervalMs !== undefined && found === 0) await due.wait(clock, pollIntervalMs, signal)
}

function runLogged<C extends Context>(tools: Tools<C>, loop: Loop<C>): Promise<number | 'failed'> {
  const ctx = tools.context(`job:${loop.name}`)
  return correlated(ctx.correlationId, () => runInContext(tools, loop, ctx))
}

async function runInContext<C extends Context>(
  tools: Tools<C>,
  loop: Loop<C>,
  ctx: C,
): Promise<number | 'failed'> {
  try {
    const found = await runOnce(tools, loop.name, () => traceRun(ctx, loop.name, () => loop.run(ctx)))
    if (found > 0) loop.afterRun?.()
    return found
  } catch (error) {
    tools.log.error({ err: error, job: loop.name }, 'job failed')
    return 'failed'
  }
}
