import type { Clock } from '../../kernel/clock.ts'
import type { Seed } from '../seed.ts'

/**
 * The time at which worlds begin. This time is earlier than the real time. Some SQL statements use the earlier of the
 * simulated and the real time, and here they must use the simulated time.
 */
export const WORLD_START = new Date('2026-03-02T12:00:00Z')

interface Sleeper {
  dueMs: number
  wake: () => void
}

/**
 * The clock wakes no sleeper that is due in more than this many milliseconds, unless `advance` has begun. A network
 * call waits for 5 s, and a repeated request for 10 s. Later sleepers, such as the decision of a MED, wake only when
 * the simulation advances the clock.
 */
const WAIT_MS_MAX = 60_000

/**
 * A clock whose time changes only by `wakeNext`. A sleeper is a call of `sleep` that has not ended. Sleepers wake in
 * the order in which they are due.
 */
export class SimClock implements Clock {
  #nowMs: number
  /** The end of the advance that has begun. */
  #advanceUntilMs = 0
  #sleepers: Sleeper[] = []
  readonly #seed: Seed

  /** `seed` chooses between sleepers that are due at the same time. */
  constructor(start: Date, seed: Seed) {
    this.#nowMs = start.getTime()
    this.#seed = seed
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

  /** Resolves when the clock has advanced by `ms` milliseconds and has woken each sleeper that is due until then. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms
    this.#advanceUntilMs = Math.max(this.#advanceUntilMs, untilMs)
    await this.sleep(ms)
  }

  /** Advances the clock to the next sleeper and wakes the sleeper. Returns false if no sleeper is due soon. */
  wakeNext(): boolean {
    const dueMs = Math.min(...this.#sleepers.map((sleeper) => sleeper.dueMs))
    if (dueMs > Math.max(this.#nowMs + WAIT_MS_MAX, this.#advanceUntilMs)) return false
    const next = this.#seed.pick(this.#sleepers.filter((sleeper) => sleeper.dueMs === dueMs))
    if (!next) return false
    this.#forget(next)
    this.#nowMs = Math.max(this.#nowMs, dueMs)
    next.wake()
    return true
  }

  #forget(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
  }
}
