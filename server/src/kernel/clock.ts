import { setTimeout as timer } from 'node:timers/promises'

/** The only source of time. Tests and the simulation bring their own. */
export interface Clock {
  now(): Date
  /** Resolves after `ms` of this clock's time, or at once when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  async sleep(ms, signal) {
    await timer(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      if (!signal?.aborted) throw error
    })
  },
}

/** `date` moved by `ms` milliseconds; negative goes back. */
export const plusMs = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
