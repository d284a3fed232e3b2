import { runClaimed } from './claim-run.ts'
import { plusMs } from '../clock.ts'
import type { Context } from '../context.ts'

const DAY_MS = 86_400_000
/** 03:00 in Brasília (UTC-3), in milliseconds since midnight UTC. */
const START_OF_RUN_MS = 6 * 3_600_000
const RETRY_MS = 10 * 60_000

/**
 * Runs `work` once a night, at 03:00 in Brasília, in only one process. Returns whether this process ran `work`. If
 * `work` throws, schedules the job again in 10 minutes and rethrows the error.
 */
export async function runNightly<C extends Context>(
  ctx: C,
  job: string,
  work: (ctx: C) => Promise<void>,
): Promise<boolean> {
  const ran = await runClaimed(ctx, job, { nextRunAt: nextNight, retryMs: RETRY_MS }, async (claimed) => {
    await work(claimed)
    return true
  })
  return ran ?? false
}

/** Returns the next 03:00 in Brasília after `now`. */
function nextNight(now: Date): Date {
  const intoDayMs = (now.getTime() - START_OF_RUN_MS) % DAY_MS
  return plusMs(now, DAY_MS - intoDayMs)
}
