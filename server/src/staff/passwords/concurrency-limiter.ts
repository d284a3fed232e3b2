import { Problem } from '../../kernel/problem.ts'

/**
 * Lets `runningMax` pieces of work run at once and `waitingMax` wait their turn.
 * @throws Problem service_unavailable when even the queue is full.
 */
export function makeConcurrencyLimiter(runningMax: number, waitingMax: number) {
  let running = 0
  const waiting: (() => void)[] = []

  /** Whoever leaves hands its place to the longest waiting, so the count changes only when nobody waits. */
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  async function enter(): Promise<void> {
    if (running < runningMax) running += 1
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
