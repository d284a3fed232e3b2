import { MAX_RUNTIME_MS, POLL_MS, type Loop } from '../../kernel/jobs/loop.ts'
import { applyNotices } from './apply-notices.ts'

const BATCH = 50

/**
 * Returns a list with one loop, which applies the notices of the network to disputes. After a run that found
 * notices, the loop calls `wakeDeliveries`, which starts the sending of the new webhooks at once.
 */
export const noticeLoops = (wakeDeliveries: () => void): Loop[] => [
  {
    name: 'notices',
    maxRuntimeMs: MAX_RUNTIME_MS.rows,
    intervalMs: 500,
    pollIntervalMs: POLL_MS,
    batch: BATCH,
    run: (ctx) => applyNotices(ctx, BATCH),
    afterRun: wakeDeliveries,
  },
]
