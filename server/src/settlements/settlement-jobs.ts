import { Wake } from '../kernel/jobs/wake.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import type { Context } from '../kernel/context.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { MAX_RUNTIME_MS, POLL_MS, type Loop } from '../kernel/jobs/loop.ts'
import { findMissing } from './find-missing.ts'
import { makeAvailable } from './make-available.ts'
import { openExceptionsForParked } from './open-exceptions-for-parked.ts'
import { pruneNetwork } from './prune-network.ts'
import { releaseReserves } from './release-reserves.ts'
import { settleListed } from './settle-listed.ts'

/**
 * The interval in milliseconds of the loop that makes settled money available. A settlement in this process starts the
 * loop earlier.
 */
const AVAILABLE_MS = 5_000

/**
 * The number of payments that a run settles or makes available. A run has one transaction per merchant, and the
 * transaction costs more than a further payment in it. So a large batch, with several payments per merchant, is cheap.
 * A smaller batch leaves processor time to payments and webhooks: see `paced`.
 */
const BATCH = 5_000

const PRUNE_BATCH = 2_000

interface Settings {
  /** The number of days for which the rows of network messages are kept. */
  retentionDays: number
}

/**
 * The loops that settle listed payments, make money available, open exceptions for differences, and delete old rows of
 * network messages.
 */
export function settlementLoops(
  { retentionDays }: Settings,
  wakeDeliveries: () => void,
): Loop<Context & WithPix>[] {
  const settled = new Wake()
  const failing = new FailingMerchants()
  return [
    {
      name: 'settlement',
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: 1_000,
      pollIntervalMs: POLL_MS,
      batch: BATCH,
      run: (ctx) => settleListed(ctx, BATCH, failing),
      afterRun: () => settled.notify(),
    },
    {
      name: 'available',
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: AVAILABLE_MS,
      wake: settled,
      batch: BATCH,
      run: (ctx) => makeAvailable(ctx, BATCH),
      afterRun: wakeDeliveries,
    },
    {
      name: 'reserve',
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: 10_000,
      batch: BATCH,
      run: (ctx) => releaseReserves(ctx, BATCH),
      afterRun: wakeDeliveries,
    },
    {
      name: 'missing',
      once: {},
      maxRuntimeMs: MAX_RUNTIME_MS.calls,
      intervalMs: 20_000,
      batch: 100,
      run: (ctx) => findMissing(ctx, 100),
    },
    {
      name: 'parked',
      once: {},
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: 60_000,
      batch: 100,
      run: (ctx) => openExceptionsForParked(ctx, 100),
    },
    {
      name: 'prune-network',
      once: {},
      maxRuntimeMs: MAX_RUNTIME_MS.table,
      intervalMs: 3_600_000,
      batch: PRUNE_BATCH,
      run: (ctx) => pruneNetwork(ctx, { retentionDays, limit: PRUNE_BATCH }),
    },
  ]
}
