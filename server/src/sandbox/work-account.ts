import { DONE } from '../kernel/clock.ts'
import { withAccount } from '../kernel/pool/account-scope.ts'
import { AccountClock, accountContext, type SandboxTools } from './account-context.ts'
import { releaseAccount, renewLease, type LeasedAccount } from './account-lease.ts'
import { nextDueAt } from './next-due.ts'
import { runAccount } from './run-account.ts'

/**
 * The maximum step of an advance, in milliseconds, while some due work cannot run yet, for example because of a rate
 * limit.
 */
const STUCK_STEP_MS = 1_000
/**
 * After this many steps, an advance makes larger steps, so that the advance needs at most about EXACT_STEPS further
 * steps. A larger step still stops at each due time of a charge, of a dispute and of the test network. Therefore a
 * charge that expires before its payment does not get the payment first.
 */
const EXACT_STEPS = 500

export interface WorkOptions {
  delivers: boolean
  signal?: AbortSignal | undefined
}

/**
 * Runs the due jobs of a test account that this process has leased. If `delivers` is true, also advances the test
 * account's clock to its target. The clock moves from one due time to the next, and the jobs run at each due time.
 * Releases the lease. Ends early when the signal is aborted, and a later run continues.
 */
export async function workAccount(
  tools: SandboxTools,
  leased: LeasedAccount,
  options: WorkOptions,
): Promise<void> {
  const ctx = tools.context('job:sandbox')
  const clock = new AccountClock(ctx.clock, Number(leased.clockOffsetMs))
  let current = leased
  let isFinished = false
  try {
    isFinished = await withAccount(leased.merchantId, async () => {
      for (let step = 0; ; step++) {
        const outcome = await runAccount(tools, { merchantId: leased.merchantId, clock, ...options })
        if (options.signal?.aborted) return false
        const targetMs = current.targetOffsetMs
        if (targetMs === null || !options.delivers) return outcome === 'done'
        const stepMs = await nextStepMs(tools, leased.merchantId, clock, {
          leftMs: Number(targetMs) - clock.offsetMs,
          isStuck: outcome === 'stuck',
          shortestMs:
            step < EXACT_STEPS ? 1 : Math.ceil(Number(targetMs - leased.clockOffsetMs) / EXACT_STEPS),
        })
        clock.offsetMs += stepMs
        const renewed = await renewLease(ctx, current, clock.offsetMs)
        if (!renewed) return false
        current = renewed
      }
    })
  } finally {
    await releaseAccount(ctx, current, isFinished)
  }
}

interface Advance {
  leftMs: number
  isStuck: boolean
  shortestMs: number
}

/**
 * Returns by how many milliseconds the clock must move: to the next time at which work is due, but not beyond the
 * target. While some due work cannot run, the step is at most STUCK_STEP_MS. The step is at least `shortestMs`, unless
 * a charge, a dispute or the test network is due earlier.
 */
async function nextStepMs(
  tools: SandboxTools,
  merchantId: string,
  clock: AccountClock,
  { leftMs, isStuck, shortestMs }: Advance,
): Promise<number> {
  const ctx = accountContext(tools.context('job:sandbox'), merchantId, clock)
  const due = await nextDueAt(ctx)
  const untilMs = (at: Date | undefined): number => (at ? at.getTime() - clock.now().getTime() : leftMs)
  const wantedMs = isStuck ? Math.min(untilMs(due.any), STUCK_STEP_MS) : untilMs(due.any)
  const leastMs = Math.min(shortestMs, untilMs(due.fact))
  return Math.min(leftMs, Math.max(wantedMs, leastMs, 1))
}

/** Calls `work` with a signal that is aborted after `ms` milliseconds. Resolves with the result of `work`. */
export async function withinTime<T>(
  tools: SandboxTools,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const ended = new AbortController()
  const timer = tools
    .context('job:sandbox')
    .clock.sleep(ms, ended.signal)
    .then(() => over.abort(DONE))
  try {
    return await work(over.signal)
  } finally {
    ended.abort(DONE)
    await timer
  }
}
