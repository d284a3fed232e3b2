import pLimit from 'p-limit'
import { Problem } from '../../kernel/problem.ts'

/**
 * Returns a function that runs at most `runningMax` tasks at the same time. Up to `waitingMax` more tasks wait in a
 * queue. The function throws Problem service_unavailable when the queue is full.
 */
export function makeConcurrencyLimiter(runningMax: number, waitingMax: number) {
  const limit = pLimit(runningMax)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waitingMax) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
    return limit(work)
  }
}
