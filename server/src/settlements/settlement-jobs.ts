import { Wake } from '../kernel/jobs/wake.ts'
import { POLL_MS, type Loop } from '../maintenance-jobs.ts'
import { findMissing } from './find-missing.ts'
import { makeAvailable } from './make-available.ts'
import { openExceptionsForParked } from './open-exceptions-for-parked.ts'
import { releaseReserves } from './release-reserves.ts'
import { settleListed } from './settle-listed.ts'
import { settleReturns } from '../returns/settle-returns.ts'

/** The interval of the loop that makes settled money available. A settlement in this process wakes it earlier. */
const AVAILABLE_MS = 5_000

/** The loops that settle listed payments, make money available, and open exceptions for differences. */
export function settlementLoops(wakeDeliveries: () => void): Loop[] {
  const settled = new Wake()
  return [
    {
      name: 'settlement',
      intervalMs: 1_000,
      pollIntervalMs: POLL_MS,
      batch: 200,
      run: (ctx) => settleListed(ctx, 200),
      afterRun: () => settled.notify(),
    },
    {
      name: 'available',
      intervalMs: AVAILABLE_MS,
      wake: settled,
      batch: 200,
      run: (ctx) => makeAvailable(ctx, 200),
      afterRun: wakeDeliveries,
    },
    {
      name: 'reserve',
      intervalMs: 10_000,
      batch: 200,
      run: (ctx) => releaseReserves(ctx, 200),
      afterRun: wakeDeliveries,
    },
    { name: 'return-settlement', intervalMs: 10_000, batch: 100, run: (ctx) => settleReturns(ctx, 100) },
    { name: 'missing', intervalMs: 20_000, batch: 100, run: (ctx) => findMissing(ctx, 100) },
    { name: 'parked', intervalMs: 60_000, batch: 100, run: (ctx) => openExceptionsForParked(ctx, 100) },
  ]
}
