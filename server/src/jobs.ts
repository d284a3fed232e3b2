import { requestReturns } from './returns/request-returns.ts'
import { drainInbox } from './payments/drain-inbox.ts'
import { expireCharges } from './charges/cancellation/expire-charges.ts'
import { resolveIssuance } from './charges/issuance/resolve-issuance.ts'
import { sweepReceived } from './inbox/sweep-received.ts'
import { sweepRemoved } from './charges/cancellation/sweep-removed.ts'
import { sweepReturned } from './inbox/sweep-returned.ts'
import { notifyDeadlines } from './disputes/dispute-jobs.ts'
import { findDueWork, type WatchedLoop } from './jobs/find-due-work.ts'
import { Wake } from './kernel/jobs/wake.ts'
import { maintenanceLoops, POLL_MS, type Loop } from './maintenance-jobs.ts'
import type { Kit, ServiceContext } from './kit.ts'
import { runReturns } from './jobs/run-returns.ts'
import { settlementLoops } from './settlements/settlement-jobs.ts'
import { purgeSignIns } from './staff/throttle/purge-sign-ins.ts'
import { advanceReplays } from './webhooks/replays/advance-replays.ts'
import { maintainWebhookPartitions } from './webhooks/deliveries/maintain-partitions.ts'
import { runDeliveries } from './webhooks/dispatch/run-deliveries.ts'
import { watchLag } from './webhooks/health/watch-lag.ts'

/** The pause after a failed run. The database or the network may be down. */
const FAILED_PAUSE_MS = 1_000

const CALLBACK_REGISTRATION_MS = 10 * 60_000
const RETURNED_SWEEP_MS = 10 * 60_000
/** The sweep itself reads the network's list less often than it runs. */
const REMOVED_SWEEP_MS = 30_000
/** The interval of the check for due work, which other processes may store. It is longer after a quiet time. */
const WATCH_MS = 200
const QUIET_WATCH_MS = 500
const QUIET_AFTER_MS = 10_000

function loops(kit: Kit): Loop[] {
  const { wake } = kit
  const wakeDeliveries = () => wake.deliveries.notify()
  return [
    {
      name: 'inbox',
      intervalMs: WATCH_MS,
      busyIntervalMs: 25,
      pollIntervalMs: POLL_MS,
      wake: wake.inbox,
      batch: 500,
      // Wakes deliveries after each transaction, so that webhooks do not wait for the whole run.
      run: (ctx) => drainInbox(ctx, 500, wakeDeliveries),
    },
    {
      name: 'ask-returns',
      intervalMs: 500,
      pollIntervalMs: POLL_MS,
      batch: 10,
      run: (ctx) => requestReturns(ctx, 10),
    },
    {
      name: 'returns',
      intervalMs: 300,
      pollIntervalMs: POLL_MS,
      batch: 50,
      run: (ctx) => runReturns(ctx, 50),
      afterRun: wakeDeliveries,
    },
    {
      name: 'deadlines',
      intervalMs: 60_000,
      batch: 100,
      run: (ctx) => notifyDeadlines(ctx, 100),
      afterRun: wakeDeliveries,
    },
    ...chargeLoops(wakeDeliveries),
    ...sweepLoops(kit, wakeDeliveries),
    ...settlementLoops(wakeDeliveries),
    ...maintenanceLoops(kit),
    {
      name: 'replays',
      intervalMs: 1_000,
      pollIntervalMs: POLL_MS,
      busyIntervalMs: 50,
      batch: Infinity,
      run: (ctx) => advanceReplays(ctx, 100),
      afterRun: wakeDeliveries,
    },
    { name: 'webhook-lag', intervalMs: 15_000, batch: Infinity, run: watchLag },
    { name: 'partitions', intervalMs: 3_600_000, batch: Infinity, run: maintainWebhookPartitions },
    { name: 'sign-ins', intervalMs: 600_000, batch: 1_000, run: (ctx) => purgeSignIns(ctx, 1_000) },
    {
      name: 'callback',
      intervalMs: CALLBACK_REGISTRATION_MS,
      batch: Infinity,
      run: (ctx) => register(kit, ctx),
    },
  ]
}

function chargeLoops(wakeDeliveries: () => void): Loop[] {
  return [
    {
      name: 'expiry',
      intervalMs: 2_000,
      pollIntervalMs: POLL_MS,
      batch: 2_000,
      run: (ctx) => expireCharges(ctx, 2_000),
      afterRun: wakeDeliveries,
    },
    {
      name: 'issuance',
      intervalMs: 500,
      pollIntervalMs: POLL_MS,
      batch: 16,
      run: (ctx) => resolveIssuance(ctx, 16),
      afterRun: wakeDeliveries,
    },
  ]
}

/** The loops that read the network's lists, to find what callbacks missed. */
function sweepLoops({ wake }: Kit, wakeDeliveries: () => void): Loop[] {
  return [
    { name: 'sweep', intervalMs: 20_000, batch: 1, run: sweepReceived, afterRun: () => wake.inbox.notify() },
    {
      name: 'sweep-removed',
      intervalMs: REMOVED_SWEEP_MS,
      batch: Infinity,
      run: sweepRemoved,
      afterRun() {
        wake.inbox.notify()
        wakeDeliveries()
      },
    },
    { name: 'sweep-returned', intervalMs: RETURNED_SWEEP_MS, batch: Infinity, run: sweepReturned },
  ]
}

/** Registers the callback URL. Runs repeatedly, because a PSP may lose the registration. */
async function register(kit: Kit, ctx: ServiceContext): Promise<number> {
  const isRegistered = await ctx.pix.registerCallback(
    `${kit.config.publicUrl}/network/${kit.secrets.pixCallbackSecret}`,
  )
  if (!isRegistered) throw new Error('the callback URL could not be registered at the PSP; the job retries')
  return 0
}

/**
 * Runs every background loop of the service until `signal` is aborted. Resolves when all have ended. Any number of
 * processes may run the loops on one database.
 */
export async function runJobs(kit: Kit, signal: AbortSignal): Promise<void> {
  if (kit.config.ledgerAnchorDir === undefined)
    kit.log.warn('ledger anchors are not written: LEDGER_ANCHOR_DIR is not set')
  const running = loops(kit).map((loop) => ({ loop, due: new Wake() }))
  const watched = new Map(running.map(({ loop, due }) => [loop.name, loop.wake ?? due]))
  watched.set('deliveries', kit.wake.deliveries)
  await Promise.all([
    ...running.map(({ loop, due }) => runLoop(kit, { loop, due }, signal)),
    watch(kit, (name) => watched.get(name)?.notify(), signal),
    runDeliveries(() => kit.context('job:deliveries'), signal, {
      wake: kit.wake.deliveries,
      pollIntervalMs: POLL_MS,
    }),
  ])
}

/** Polls for due work of all loops with one statement, and notifies the loops that have some. */
async function watch(kit: Kit, notify: (name: WatchedLoop) => void, signal: AbortSignal): Promise<void> {
  const ctx = kit.context('job:watch')
  let quietMs = 0
  while (!signal.aborted) {
    try {
      const due = await findDueWork(ctx)
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

async function runLoop(
  kit: Kit,
  { loop, due }: { loop: Loop; due: Wake },
  signal: AbortSignal,
): Promise<void> {
  const { clock } = kit
  while (!signal.aborted) {
    const found = await runOnce(kit, loop)
    if (found === 'failed') await clock.sleep(FAILED_PAUSE_MS, signal)
    else if (found < loop.batch) await pause(kit, { loop, due, found }, signal)
  }
}

async function pause(
  { clock }: Kit,
  { loop, due, found }: { loop: Loop; due: Wake; found: number },
  signal: AbortSignal,
): Promise<void> {
  const { wake, intervalMs, busyIntervalMs = intervalMs, pollIntervalMs } = loop
  const shortestMs = found > 0 ? busyIntervalMs : intervalMs
  if (wake) return wake.wait(clock, found > 0 ? busyIntervalMs : (pollIntervalMs ?? intervalMs), signal)
  await clock.sleep(shortestMs, signal)
  if (pollIntervalMs !== undefined && found === 0) await due.wait(clock, pollIntervalMs, signal)
}

async function runOnce(kit: Kit, loop: Loop): Promise<number | 'failed'> {
  try {
    const found = await loop.run(kit.context(`job:${loop.name}`))
    if (found > 0) loop.afterRun?.()
    return found
  } catch (error) {
    kit.log.error({ err: error, job: loop.name }, 'job failed')
    return 'failed'
  }
}
