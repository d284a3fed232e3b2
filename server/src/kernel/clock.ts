/** The only source of time. Tests and the simulation pass their own implementation. */
export interface Clock {
  now(): Date
  /** Resolves after `ms` milliseconds of this clock's time, or immediately when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Returns the real time. A clock has this method only if `now` may differ from the real time. */
  realTime?(): Date
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep(ms, signal) {
    if (signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal?.addEventListener('abort', end)
    })
  },
}

/**
 * A constant reason for aborting a signal. Without a reason, each `abort()` would create an error with a stack trace.
 */
export const DONE = 'done'

/**
 * Returns the real time, also for the clock of the test environment, which a merchant can move forward. Receivers check
 * signatures by the real time.
 */
export const realNow = (clock: Clock): Date => clock.realTime?.() ?? clock.now()

/** Returns `date` plus `ms` milliseconds. A negative `ms` goes back in time. */
export const plusMs = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
