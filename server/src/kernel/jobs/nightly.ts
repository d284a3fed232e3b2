import { claimRun, rescheduleRun } from './claim-run.ts'
import { plusMs } from '../clock.ts'
import type { Context } from '../context.ts'

const DAY_MS = 86_400_000
/** Three in the morning in Brasília, in milliseconds of the UTC day. */
const HOUR_MS = 6 * 3_600_000
const RETRY_MS = 10 * 60_000

/**
 * Does `work` once a night, in one process of all. Answers whether it was time. Work that breaks off is tried again in
 * ten minutes.
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

/** The next three o'clock after `now`. */
function nextNight(now: Date): Date {
  const intoDayMs = (now.getTime() - HOUR_MS) % DAY_MS
  return plusMs(now, DAY_MS - intoDayMs)
}
