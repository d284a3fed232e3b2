import type { Context } from '../context.ts'
import { sql } from '../database/sql.ts'

/**
 * Claims the due run of a scheduled job and schedules the next one for `nextRunAt`. Returns true in one process only.
 * A job that never ran is due at once.
 */
export async function claimRun(ctx: Context, name: string, nextRunAt: Date): Promise<boolean> {
  const claimed = await sql<{ name: string }>(
    ctx,
    `insert into job_schedule (name, next_run_at, last_claimed_at) values ($1, $2, $3)
     on conflict (name) do update set next_run_at = excluded.next_run_at, last_claimed_at = excluded.last_claimed_at
       where job_schedule.next_run_at <= excluded.last_claimed_at
     returning name`,
    [name, nextRunAt, ctx.clock.now()],
  )
  return claimed.length > 0
}

/** Reschedules a failed job for `at`, before its regular next run. */
export async function rescheduleRun(ctx: Context, name: string, at: Date): Promise<void> {
  await sql(ctx, 'update job_schedule set next_run_at = $2 where name = $1', [name, at])
}
