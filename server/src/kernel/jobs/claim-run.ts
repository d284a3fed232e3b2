import type { Context } from '../context.ts'
import { db } from '../database/tables.ts'

/**
 * Claims the due run of a scheduled job and schedules the next run for `nextRunAt`. Returns true when this process
 * got the run: only one process does. A job that never ran is due immediately.
 */
export async function claimRun(ctx: Context, name: string, nextRunAt: Date): Promise<boolean> {
  const now = ctx.clock.now()
  const claimed = await db(ctx)
    .insertInto('job_schedule')
    .values({ name, next_run_at: nextRunAt, last_claimed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ next_run_at: nextRunAt, last_claimed_at: now })
        .where('job_schedule.next_run_at', '<=', now),
    )
    .returning('name')
    .execute()
  return claimed.length > 0
}

/** Reschedules a failed job for `at`, before its regular next run. */
export async function rescheduleRun(ctx: Context, name: string, at: Date): Promise<void> {
  await db(ctx).updateTable('job_schedule').set({ next_run_at: at }).where('name', '=', name).execute()
}
