import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { timeOf } from '../kernel/database/expressions.ts'
import { db } from '../kernel/database/tables.ts'
import type { SandboxAccount } from './sandbox-account.entity.ts'

/**
 * The time in milliseconds for which a process may run the jobs of a test account before another process may take over.
 */
const LEASE_MS = 60_000

/**
 * If a test account receives no requests, its jobs run less often. The pause between two runs is a tenth of the time
 * since the last request, but at least 0.5 s and at most 10 minutes.
 */
const IDLE_SHARE = 10
const IDLE_MS_MIN = 500
const IDLE_MS_MAX = 600_000

/**
 * A test account on which this process has a lease. The process may run the jobs of the test account until the lease
 * ends.
 */
export type LeasedAccount = Pick<
  SandboxAccount,
  'merchantId' | 'clockOffsetMs' | 'targetOffsetMs' | 'wakes' | 'usedAt'
> & { leaseUntil: Date }

/**
 * Takes the lease of a due test account on which no process has a lease. If `merchantId` is given, considers only this
 * test account, even if it is not due. Returns undefined when there is no such test account. The clock of the context
 * must show the real time.
 */
export async function leaseAccount(ctx: Context, merchantId?: string): Promise<LeasedAccount | undefined> {
  const now = ctx.clock.now()
  const leaseUntil = plusMs(now, LEASE_MS)
  const leased = await db(ctx)
    .updateTable('sandbox_account')
    .set({ lease_until: leaseUntil })
    .where('merchant_id', '=', (eb) => {
      const free = eb
        .selectFrom('sandbox_account as a')
        .select('a.merchant_id')
        .where((a) => a.or([a('a.lease_until', 'is', null), a('a.lease_until', '<=', now)]))
      const wanted =
        merchantId === undefined
          ? free.where('a.next_run_at', '<=', now).orderBy('a.next_run_at')
          : free.where('a.merchant_id', '=', merchantId)
      return wanted.limit(1).forUpdate().skipLocked()
    })
    .returning(['merchant_id as merchantId', 'clock_offset_ms as clockOffsetMs', 'wakes'])
    .returning(['target_offset_ms as targetOffsetMs', 'used_at as usedAt'])
    .executeTakeFirst()
  return leased && { ...leased, leaseUntil }
}

/**
 * Ends the lease. The jobs of the test account run again soon if the test account received a request during the lease,
 * or if some jobs did not finish.
 */
export async function releaseAccount(
  ctx: Context,
  { merchantId, wakes, usedAt, leaseUntil }: LeasedAccount,
  isFinished: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  const idleMs = Math.max(0, now.getTime() - usedAt.getTime()) / IDLE_SHARE
  const pauseMs = isFinished ? Math.round(Math.min(Math.max(idleMs, IDLE_MS_MIN), IDLE_MS_MAX)) : IDLE_MS_MIN
  await db(ctx)
    .updateTable('sandbox_account')
    .set((eb) => ({
      lease_until: null,
      next_run_at: eb
        .case()
        .when('wakes', '=', wakes)
        .then(timeOf(plusMs(now, pauseMs)))
        .else(timeOf(now))
        .end(),
    }))
    .where('merchant_id', '=', merchantId)
    .where('lease_until', '=', leaseUntil)
    .execute()
}

/**
 * Stores the offset of the test account's clock, extends the lease, and ends the advance of the clock if the clock has
 * reached its target. Returns the stored test account, or undefined when another process has taken the lease.
 */
export async function renewLease(
  ctx: Context,
  account: LeasedAccount,
  offsetMs: number,
): Promise<LeasedAccount | undefined> {
  const leaseUntil = plusMs(ctx.clock.now(), LEASE_MS)
  const renewed = await db(ctx)
    .updateTable('sandbox_account')
    .set((eb) => ({
      lease_until: leaseUntil,
      clock_offset_ms: BigInt(offsetMs),
      target_offset_ms: eb
        .case()
        .when('target_offset_ms', '>', BigInt(offsetMs))
        .then(eb.ref('target_offset_ms'))
        .else(null)
        .end(),
    }))
    .where('merchant_id', '=', account.merchantId)
    .where('lease_until', '=', account.leaseUntil)
    .returning(['target_offset_ms as targetOffsetMs', 'wakes', 'used_at as usedAt'])
    .executeTakeFirst()
  return renewed && { ...account, ...renewed, clockOffsetMs: BigInt(offsetMs), leaseUntil }
}

/** Returns the offset of the test account's clock in milliseconds; undefined if there is no such test account. */
export async function findClockOffset(ctx: Context, merchantId: string): Promise<number | undefined> {
  const found = await db(ctx)
    .selectFrom('sandbox_account')
    .select('clock_offset_ms as offsetMs')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return found && Number(found.offsetMs)
}

/**
 * Records a request of the test account, so that its jobs run soon. Returns the offset of the test account's clock in
 * milliseconds; undefined if there is no such test account.
 */
export async function wakeAccount(ctx: Context, merchantId: string): Promise<number | undefined> {
  const now = ctx.clock.now()
  const woken = await db(ctx)
    .updateTable('sandbox_account')
    .set((eb) => ({ wakes: eb('wakes', '+', 1), next_run_at: now, used_at: now }))
    .where('merchant_id', '=', merchantId)
    .returning('clock_offset_ms as offsetMs')
    .executeTakeFirst()
  return woken && Number(woken.offsetMs)
}
