import { MAX_RUNTIME_MS, type Loop } from '../kernel/jobs/loop.ts'
import { maintainRequestPartitions } from './maintain-request-partitions.ts'

/** The loop that maintains the partitions of the request log. */
export const requestLogLoops: Loop[] = [
  {
    name: 'request-log-partitions',
    once: {},
    maxRuntimeMs: MAX_RUNTIME_MS.table,
    intervalMs: 3_600_000,
    batch: Infinity,
    run: maintainRequestPartitions,
  },
]
