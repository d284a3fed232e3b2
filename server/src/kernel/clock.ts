/** The only source of time. Tests and the simulation bring their own. */
export interface Clock {
  now(): Date
  /** Resolves after `ms` of this clock's time, or at once when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
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

/** A reason to abort what nobody waits for any more; without one each abort makes an error with its stack. */
export const DONE = 'done'

/** `date` moved by `ms` milliseconds; negative goes back. */
export const plusMs = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
