import type { Context } from '../kernel/context.ts'
import { MAX_RUNTIME_MS, type Loop } from '../kernel/jobs/loop.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { sweepReceived } from './sweep-received.ts'
import { sweepReturned } from './sweep-returned.ts'

const RETURNED_SWEEP_MS = 10 * 60_000
const RETURNED_SWEEP_RETRY_MS = 60_000

/** Returns the loops that read the PSP's lists, to find payments and returns whose callbacks were lost. */
export function inboxLoops(sweepMs: number, wakeInbox: () => void): Loop<Context & WithPix>[] {
  return [
    {
      name: 'sweep',
      once: {},
      maxRuntimeMs: MAX_RUNTIME_MS.list,
      intervalMs: sweepMs,
      retryMs: sweepMs,
      // Each run reads everything up to now. So after a run that found payments, the next run is not due earlier.
      batch: Infinity,
      run: sweepReceived,
      afterRun: wakeInbox,
    },
    {
      name: 'sweep-returned',
      once: {},
      maxRuntimeMs: MAX_RUNTIME_MS.list,
      intervalMs: RETURNED_SWEEP_MS,
      retryMs: RETURNED_SWEEP_RETRY_MS,
      batch: Infinity,
      run: sweepReturned,
    },
  ]
}
