import { MAX_RUNTIME_MS, POLL_MS, type Loop } from '../kernel/jobs/loop.ts'
import type { Wake } from '../kernel/jobs/wake.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { drainInbox } from './drain-inbox.ts'

const BATCH = 1_000

/**
 * Returns the loop that records received payments. After each transaction, the loop wakes the delivery of webhooks,
 * without waiting for the end of the run.
 */
export function paymentLoops(wake: Wake, wakeDeliveries: () => void): Loop[] {
  const failing = new FailingMerchants()
  return [
    {
      name: 'inbox',
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: 200,
      busyIntervalMs: 25,
      pollIntervalMs: POLL_MS,
      wake,
      batch: BATCH,
      run: (ctx) => drainInbox(ctx, BATCH, { onRecorded: wakeDeliveries, failing }),
    },
  ]
}
