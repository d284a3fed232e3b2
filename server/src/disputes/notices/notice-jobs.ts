import { MAX_RUNTIME_MS, POLL_MS, type Loop } from '../../kernel/jobs/loop.ts'
import { applyNotices } from './apply-notices.ts'

const BATCH = 50

/** Returns the loop that applies the notices of the network to disputes. */
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
