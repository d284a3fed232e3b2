import { MAX_RUNTIME_MS, POLL_MS, type Loop } from '../kernel/jobs/loop.ts'
import { maintainWebhookPartitions } from './deliveries/maintain-partitions.ts'
import { feedLoop } from './feed/sequence-events.ts'
import { watchLag } from './health/watch-lag.ts'
import { advanceReplays } from './replays/advance-replays.ts'

/**
 * Returns the loops that move events to the feed, advance replays, watch the age of pending deliveries, and maintain
 * partitions.
 */
export function webhookLoops(wakeDeliveries: () => void): Loop[] {
  return [
    feedLoop,
    {
      name: 'replays',
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: 1_000,
      pollIntervalMs: POLL_MS,
      busyIntervalMs: 50,
      batch: Infinity,
      run: (ctx) => advanceReplays(ctx, 100),
      afterRun: wakeDeliveries,
    },
    {
      name: 'webhook-lag',
      once: {},
      maxRuntimeMs: MAX_RUNTIME_MS.rows,
      intervalMs: 15_000,
      batch: Infinity,
      run: watchLag,
    },
    {
      name: 'partitions',
      once: {},
      maxRuntimeMs: MAX_RUNTIME_MS.table,
      intervalMs: 3_600_000,
      batch: Infinity,
      run: maintainWebhookPartitions,
    },
  ]
}
