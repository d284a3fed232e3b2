import type { Cell } from './cells-kit.ts'
import { pathOfCell } from './cells/path-of-cell.ts'
import { registerCallbacks } from './pix-accounts/callback-accounts.ts'
import { CALLBACK_JOB } from './pix-accounts/manage/replace-callback-secret.ts'
import { auditLoops } from './audit/audit-jobs.ts'
import { chargeLoops } from './charges/charge-jobs.ts'
import { disputeFileLoops } from './disputes/files/dispute-file-jobs.ts'
import { disputeLoops } from './disputes/dispute-jobs.ts'
import { requireAnswer } from './pix/require-answer.ts'
import { noticeLoops } from './disputes/notices/notice-jobs.ts'
import { inboxLoops } from './inbox/inbox-jobs.ts'
import { findDueWork } from './jobs/find-due-work.ts'
import { runReturns } from './jobs/run-returns.ts'
import { DONE } from './kernel/clock.ts'
import { runClaimed } from './kernel/jobs/claim-run.ts'
import { FailingMerchants } from './kernel/jobs/failing-merchants.ts'
import { MAX_RUNTIME_MS, POLL_MS, type Loop } from './kernel/jobs/loop.ts'
import { FAILED_PAUSE_MS, runLoop } from './kernel/jobs/run-loop.ts'
import { Wake } from './kernel/jobs/wake.ts'
import type { Kit, ServiceContext } from './kit.ts'
import { ledgerLoops } from './ledger/ledger-jobs.ts'
import { paymentLoops } from './payments/payment-jobs.ts'
import { payoutLineLoops } from './payouts/lines/payout-lines-jobs.ts'
import { requestLogLoops } from './request-log/request-log-jobs.ts'
import { returnLoops } from './returns/return-jobs.ts'
import { settlementLoops } from './settlements/settlement-jobs.ts'
import { statementLoops } from './statement/totals/totals-jobs.ts'
import { signInLoops } from './staff/throttle/sign-in-jobs.ts'
import { runDeliveries } from './webhooks/dispatch/run-deliveries.ts'
import { webhookLoops } from './webhooks/webhook-jobs.ts'

const CALLBACK_REGISTRATION_MS = 10 * 60_000
/**
 * The interval in milliseconds at which this process looks for due work, including work that other processes stored. If
 * no work was due for QUIET_AFTER_MS, the interval is QUIET_WATCH_MS.
 */
const WATCH_MS = 200
const QUIET_WATCH_MS = 500
const QUIET_AFTER_MS = 10_000

/** Returns the loops of all jobs except deliveries. */
export function jobLoops(kit: Kit): Loop<ServiceContext>[] {
  const { wake, config } = kit
  const wakeInbox = () => wake.inbox.notify()
  const wakeDeliveries = () => wake.deliveries.notify()
  const failingReturns = new FailingMerchants()
  return [
    ...paymentLoops(wake.inbox, wakeDeliveries),
    ...chargeLoops(wakeInbox, wakeDeliveries),
    ...inboxLoops(config.pix.sweepMs, wakeInbox),
    ...returnLoops,
    {
      name: 'returns',
      intervalMs: 300,
      pollIntervalMs: POLL_MS,
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      batch: 50,
      run: (ctx) => runReturns(ctx, 50, failingReturns),
      afterRun: wakeDeliveries,
    },
    ...noticeLoops(wakeDeliveries),
    ...disputeLoops(wakeDeliveries),
    ...disputeFileLoops,
    ...payoutLineLoops,
    ...statementLoops,
    ...settlementLoops({ retentionDays: config.networkRetentionDays }, wakeDeliveries),
    ...webhookLoops(wakeDeliveries),
    ...ledgerLoops(config.ledgerAnchorDir),
    ...auditLoops,
    ...requestLogLoops,
    ...signInLoops,
    {
      name: CALLBACK_JOB,
      intervalMs: CALLBACK_REGISTRATION_MS,
      maxRuntimeMs: MAX_RUNTIME_MS.calls,
      batch: Infinity,
      // Register the callback URLs at every start, because a new process may have another URL or secret than the
      // previous process.
      once: { atStart: true },
      run: (ctx) => register(kit, ctx),
    },
  ]
}

/**
 * Registers the callback URLs at the PSPs. The job repeats the registration, because a PSP may lose it. Returns 0,
 * because the job processes no rows.
 */
async function register(kit: Kit, ctx: ServiceContext): Promise<number> {
  await registerCallbacks(
    ctx,
    `${kit.config.pix.callbackUrl ?? kit.config.publicUrl}${pathOfCell(kit.config.cell)}/network`,
    kit.secrets.pixCallbackSecret,
  )
  return 0
}

/** The running jobs of this process. */
export interface RunningJobs {
  /**
   * Aborts the signal of every running job. Resolves when all jobs have ended, at most about 5 s later. A job that
   * waits for an SQL statement may take longer.
   */
  stop(): Promise<void>
}

/** Starts the loops of the test environment. Any number of processes may run these loops on one database. */
export function startSandboxJobs(kit: Kit, loops: readonly Loop<ServiceContext>[]): RunningJobs {
  const stopping = new AbortController()
  const ended = Promise.all(loops.map((loop) => runLoop(kit, { loop, due: new Wake() }, stopping.signal)))
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** The name of the claim of the loops of a cell, in table `job_schedule` of its database. */
const CELL_CLAIM = 'cell'
/** The pause between two attempts of a process to claim the loops of the cell, in milliseconds. */
const CELL_CLAIM_MS = 2_000

/**
 * Starts the loops of a cell. Of all processes that call this function, only one runs the loops at a time. If that
 * process crashes, another process starts the loops at most CLAIM_LEASE_MS + CELL_CLAIM_MS later. The claim is in the
 * database of the cell, so the loops do not depend on another database.
 */
export function startCellJobs({ kit, requireIdentity }: Cell): RunningJobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const runOnce = async (): Promise<void> => {
    const ctx = { ...kit.context('job:cell'), signal }
    await requireIdentity(ctx)
    await runClaimed(ctx, CELL_CLAIM, { nextRunAt: (now) => now, retryMs: 0 }, async (claimed) => {
      kit.log.info('this process runs the jobs of the cell')
      await runAll(kit, claimed.signal)
    })
  }
  const run = async (): Promise<void> => {
    let hasFailed = false
    while (!signal.aborted) {
      try {
        await runOnce()
        hasFailed = false
      } catch (error) {
        if (!hasFailed) kit.log.error({ err: error }, 'this process cannot run the jobs of the cell')
        hasFailed = true
      }
      await kit.clock.sleep(CELL_CLAIM_MS, signal)
    }
  }
  const ended = run()
  return {
    async stop() {
      stopping.abort(DONE)
      await ended
    },
  }
}

/** Starts every background loop of the service. Any number of processes may run the loops on one database. */
export function startJobs(kit: Kit): RunningJobs {
  if (kit.config.ledgerAnchorDir === undefined)
    kit.log.warn('ledger anchors are not written: LEDGER_ANCHOR_DIR is not set')
  const stopping = new AbortController()
  const ended = runAll(kit, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

async function runAll(kit: Kit, signal: AbortSignal): Promise<void> {
  const running = jobLoops(kit).map((loop) => ({
    loop: { ...loop, run: (ctx: ServiceContext) => requireAnswer(ctx, (counted) => loop.run(counted)) },
    due: new Wake(),
  }))
  const watched = new Map(running.map(({ loop, due }) => [loop.name, loop.wake ?? due]))
  watched.set('deliveries', kit.wake.deliveries)
  const once = running.flatMap(({ loop }) => (loop.once ? [loop.name] : []))
  await Promise.all([
    ...running.map(({ loop, due }) => runLoop(kit, { loop, due }, signal)),
    watch(kit, { once, notify: (name) => watched.get(name)?.notify() }, signal),
    runDeliveries(() => kit.context('job:deliveries'), signal, {
      wake: kit.wake.deliveries,
      pollIntervalMs: POLL_MS,
      jobStates: kit.jobStates,
    }),
  ])
}

/** Looks for due work of all loops with one SQL statement, and wakes the loops that have due work. */
async function watch(
  kit: Kit,
  { once, notify }: { once: readonly string[]; notify: (name: string) => void },
  signal: AbortSignal,
): Promise<void> {
  const ctx = kit.context('job:watch')
  let quietMs = 0
  while (!signal.aborted) {
    try {
      const due = await findDueWork(ctx, once)
      for (const name of due) notify(name)
      const waitMs = quietMs < QUIET_AFTER_MS ? WATCH_MS : QUIET_WATCH_MS
      quietMs = due.length > 0 ? 0 : quietMs + waitMs
      await kit.clock.sleep(due.length > 0 ? WATCH_MS : waitMs, signal)
    } catch (error) {
      kit.log.error({ err: error, job: 'watch' }, 'job failed')
      await kit.clock.sleep(FAILED_PAUSE_MS, signal)
    }
  }
}
