import type { Context } from '../context.ts'
import { sql } from '../database/sql.ts'

/**
 * Whether this process may run a scheduled job now: the first to ask once its time has come, and nobody else until
 * `nextRunAt`. A job that never ran is due at once.
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

/** Has a job run again at `at`: it failed, and its next time is too far away. */
export async function rescheduleRun(ctx: Context, name: string, at: Date): Promise<void> {
  await sql(ctx, 'update job_schedule set next_run_at = $2 where name = $1', [name, at])
}
