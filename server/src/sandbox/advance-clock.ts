import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import type { SandboxTools } from './account-context.ts'
import { leaseAccount } from './account-lease.ts'
import { withinTime, workAccount } from './work-account.ts'

const DAY_MS = 86_400_000
/** The maximum number of days by which the clock of a test account can be ahead of real time. */
const OFFSET_DAYS_MAX = 3_650
const POLL_MS = 50

/** The clock of a test account. `advancingTo` is null when the clock is not being advanced. */
export interface ClockState {
  now: Date
  advancingTo: Date | null
}

/**
 * Advances the clock of a test account by `ms` milliseconds, and runs the jobs that become due in this time, in order.
 * Returns when the clock shows the new time and no further due work can run, or after `tools.waitMs`. If `tools.waitMs`
 * is over first, the loops of the test environment continue the advance.
 * @throws Problem conflict, reason `test_clock_limit`: the clock would be more than OFFSET_DAYS_MAX days ahead of real
 *   time.
 */
export async function advanceClock(tools: SandboxTools, merchantId: string, ms: number): Promise<ClockState> {
  const ctx = tools.context('job:sandbox')
  await setTarget(ctx, merchantId, ms)
  await runUntilIdle(tools, merchantId, true)
  return readClock(ctx, merchantId)
}

/**
 * Runs the due jobs of a test account, except deliveries. The handler of an API call awaits these jobs, so that the
 * response shows their effect.
 */
export const settleAccount = (tools: SandboxTools, merchantId: string): Promise<void> =>
  runUntilIdle(tools, merchantId, false)

async function runUntilIdle(tools: SandboxTools, merchantId: string, delivers: boolean): Promise<void> {
  const ctx = tools.context('job:sandbox')
  const endsAt = plusMs(ctx.clock.now(), tools.waitMs)
  while (ctx.clock.now() < endsAt) {
    const leased = await leaseAccount(ctx, merchantId)
    const leftMs = endsAt.getTime() - ctx.clock.now().getTime()
    if (!leased) await ctx.clock.sleep(POLL_MS)
    else {
      await withinTime(tools, leftMs, (signal) => workAccount(tools, leased, { delivers, signal }))
      return
    }
  }
}

async function setTarget(ctx: Context, merchantId: string, ms: number): Promise<void> {
  const set = await db(ctx)
    .updateTable('sandbox_account')
    .set((eb) => ({
      target_offset_ms: eb(eb.fn.coalesce('target_offset_ms', 'clock_offset_ms'), '+', BigInt(ms)),
      wakes: eb('wakes', '+', 1),
      next_run_at: ctx.clock.now(),
    }))
    .where('merchant_id', '=', merchantId)
    .where((eb) =>
      eb(
        eb(eb.fn.coalesce('target_offset_ms', 'clock_offset_ms'), '+', BigInt(ms)),
        '<=',
        BigInt(OFFSET_DAYS_MAX * DAY_MS),
      ),
    )
    .returning('merchant_id')
    .executeTakeFirst()
  if (!set) throw new Problem('conflict', { reason: 'test_clock_limit' })
}

/** Returns the clock of a test account. The clock of the context must show the real time. */
export async function readClock(ctx: Context, merchantId: string): Promise<ClockState> {
  const state = await findClock(ctx, merchantId)
  if (!state) throw new Error(`BUG: readClock: there is no test account ${merchantId}`)
  return state
}

/** Returns the clock of a test account like `readClock`; undefined if there is no such test account. */
export async function findClock(ctx: Context, merchantId: string): Promise<ClockState | undefined> {
  const found = await db(ctx)
    .selectFrom('sandbox_account')
    .select(['clock_offset_ms as offsetMs', 'target_offset_ms as targetMs'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (!found) return undefined
  const { offsetMs, targetMs } = found
  const now = ctx.clock.now()
  return {
    now: plusMs(now, Number(offsetMs)),
    advancingTo: targetMs === null ? null : plusMs(now, Number(targetMs)),
  }
}
