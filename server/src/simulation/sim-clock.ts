import { setTimeout as realTimer } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'

interface Sleeper {
  dueMs: number
  wake: () => void
}

/**
 * The real time in milliseconds that an action may take before the clock wakes the next sleeper. An action that takes
 * longer probably waits for simulated time, not for the database.
 */
const POLL_MS = 25
/**
 * After this many polls, or this many woken sleepers, the clock throws an error, because the action probably never
 * ends. An action normally takes milliseconds, and this many polls take almost a minute.
 */
const POLLS_MAX = 2_000

/** A clock whose time changes only by `advance` and `drive`. Sleepers wake in the order in which they are due. */
export class SimClock implements Clock {
  #nowMs: number
  #sleepers: Sleeper[] = []

  constructor(start: Date) {
    this.#nowMs = start.getTime()
  }

  now(): Date {
    return new Date(this.#nowMs)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper = { dueMs: this.#nowMs + ms, wake: resolve }
      this.#sleepers.push(sleeper)
      signal?.addEventListener('abort', () => {
        this.#forget(sleeper)
        resolve()
      })
    })
  }

  /**
   * Advances the clock by `ms` milliseconds. Wakes each sleeper at its due time, and calls `settle` after each wake-up.
   * @throws Error when more than POLLS_MAX sleepers wake.
   */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const untilMs = this.#nowMs + ms
    for (let woken = 0; this.#wakeNext(untilMs); woken++) {
      if (woken > POLLS_MAX)
        throw new Error(
          `more than ${POLLS_MAX} sleepers woke while the clock advanced by ${ms} ms: an action seems to run forever`,
        )
      await settle()
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs)
  }

  /**
   * Returns the result of `work`. While `work` waits for simulated time, advances the clock to the time at which the
   * next sleeper is due.
   * @throws Error when `work` has not ended after `pollsMax` polls.
   */
  async drive<T>(work: Promise<T>, pollsMax = POLLS_MAX): Promise<T> {
    const end = { reached: false }
    const finished = work.finally(() => {
      end.reached = true
    })
    finished.catch(() => undefined)
    for (let polls = 0; polls < pollsMax; polls++) {
      await Promise.race([finished.catch(() => undefined), realTimer(POLL_MS)])
      if (end.reached) return finished
      this.#wakeNext(Infinity)
    }
    throw new Error(`the work does not end: it is pending after ${pollsMax} polls`)
  }

  #wakeNext(untilMs: number): boolean {
    const [next] = this.#sleepers.toSorted((a, b) => a.dueMs - b.dueMs)
    if (!next || next.dueMs > untilMs) return false
    this.#forget(next)
    this.#nowMs = Math.max(this.#nowMs, next.dueMs)
    next.wake()
    return true
  }

  #forget(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
  }
}
