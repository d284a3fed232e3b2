import type { Context } from '../kernel/context.ts'
import { MAX_RUNTIME_MS, POLL_MS, type Loop } from '../kernel/jobs/loop.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { expireCharges } from './cancellation/expire-charges.ts'
import { sweepRemoved } from './cancellation/sweep-removed.ts'
import { resolveIssuance } from './issuance/resolve-issuance.ts'

/**
 * The interval between two calls of `sweepRemoved`. Most calls read no list, because each list of the PSP has its own,
 * longer interval.
 */
const SWEEP_MS = 30_000

/**
 * Returns the loops that expire charges, finish issuances with an unknown outcome, and cancel charges that were removed
 * at the PSP.
 */
export function chargeLoops(wakeInbox: () => void, wakeDeliveries: () => void): Loop<Context & WithPix>[] {
  return [
    {
      name: 'expiry',
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: 2_000,
      pollIntervalMs: POLL_MS,
      batch: 2_000,
      run: (ctx) => expireCharges(ctx, 2_000),
      afterRun: wakeDeliveries,
    },
    {
      name: 'issuance',
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: 500,
      pollIntervalMs: POLL_MS,
      batch: 16,
      run: (ctx) => resolveIssuance(ctx, 16),
      afterRun: wakeDeliveries,
    },
    {
      name: 'sweep-removed',
      maxRuntimeMs: MAX_RUNTIME_MS.list,
      intervalMs: SWEEP_MS,
      batch: Infinity,
      run: sweepRemoved,
      afterRun() {
        wakeInbox()
        wakeDeliveries()
      },
    },
  ]
}
