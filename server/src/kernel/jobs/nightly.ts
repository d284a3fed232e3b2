import { claimRun, rescheduleRun } from './claim-run.ts'
import { plusMs } from '../clock.ts'
import type { Context } from '../context.ts'

const DAY_MS = 86_400_000
/** 03:00 in Brasília (UTC-3), in milliseconds since midnight UTC. */
const START_OF_RUN_MS = 6 * 3_600_000
const RETRY_MS = 10 * 60_000

/**
 * Runs `work` once a night, at 03:00 in Brasília, in only one of the processes. Returns whether this process ran
 * `work`. If `work` throws, the job is rescheduled in 10 minutes and the error is rethrown.
 */
export async function runNightly(ctx: Context, job: string, work: () => Promise<void>): Promise<boolean> {
  if (!(await claimRun(ctx, job, nextNight(ctx.clock.now())))) return false
  try {
    await work()
    return true
  } catch (error) {
    await rescheduleRun(ctx, job, plusMs(ctx.clock.now(), RETRY_MS))
    throw error
  }
}

/** Returns the next 03:00 in Brasília after `now`. */
function nextNight(now: Date): Date {
  const intoDayMs = (now.getTime() - START_OF_RUN_MS) % DAY_MS
  return plusMs(now, DAY_MS - intoDayMs)
}
