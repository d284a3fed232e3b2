import type { Context, Tx } from '../context.ts'
import { plusMs } from '../clock.ts'
import { db } from '../database/tables.ts'
import { CLAIM_LEASE_MS } from './claim-run.ts'

/**
 * The state of a periodic job. `scheduled`: the next run is in the future. `due`: a process will start a run soon.
 * `running`: a process runs the job now. A job that has never run is due.
 */
export const RUN_STATES = ['scheduled', 'due', 'running'] as const
export type RunState = (typeof RUN_STATES)[number]

/** Returns the state of a job. */
export async function readRunState(ctx: Context, name: string): Promise<RunState> {
  const row = await db(ctx)
    .selectFrom('job_schedule')
    .select('next_run_at')
    .where('name', '=', name)
    .executeTakeFirst()
  return stateAt(ctx.clock.now(), row?.next_run_at)
}

/**
 * Makes the job due now, unless the job is already due or running. Returns the earlier state. Two concurrent requests
 * make the job due once.
 */
export async function requestRun(tx: Tx, name: string): Promise<RunState> {
  const now = tx.clock.now()
  const row = await db(tx)
    .selectFrom('job_schedule')
    .select('next_run_at')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  const state = stateAt(now, row?.next_run_at)
  if (state === 'scheduled')
    await db(tx).updateTable('job_schedule').set({ next_run_at: now }).where('name', '=', name).execute()
  return state
}

/** Returns the state of a job. While a job runs, its `next_run_at` is at most CLAIM_LEASE_MS in the future. */
function stateAt(now: Date, nextRunAt: Date | undefined): RunState {
  if (nextRunAt === undefined || nextRunAt <= now) return 'due'
  return nextRunAt <= plusMs(now, CLAIM_LEASE_MS) ? 'running' : 'scheduled'
}
