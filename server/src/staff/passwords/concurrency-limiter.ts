import { Problem } from '../../kernel/problem.ts'

/**
 * Returns a function that runs at most `runningMax` tasks at the same time. Up to `waitingMax` more wait in a queue.
 * The function throws Problem service_unavailable when the queue is full.
 */
export function makeConcurrencyLimiter(runningMax: number, waitingMax: number) {
  let running = 0
  const waiting: (() => void)[] = []

  /** Passes the slot to the task that waits longest. The count drops only when no task waits. */
  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  async function acquire(): Promise<void> {
    if (running < runningMax) running += 1
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
