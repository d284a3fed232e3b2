import { setTimeout as realTimer } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'

interface Sleeper {
  dueMs: number
  wake: () => void
}

/** The real time in milliseconds between two checks of an action that has not ended. */
const POLL_MS = 5
/**
 * The clock wakes the next sleeper after this many successive polls in which the world was not busy. The action then
 * probably waits for simulated time. One poll would not be enough, because the event loop may not have continued the
 * action yet.
 */
const QUIET_POLLS = 3
/**
 * While an action runs, the clock wakes no sleeper that is due later than this, in milliseconds. A network call waits
 * for 5 s, and a repeated request for 10 s. Later sleepers, such as the decision of a MED, wake only when the
 * simulation advances the clock.
 */
const WAIT_MS_MAX = 60_000
/**
 * After this many polls, or this many woken sleepers, the clock throws an error, because the action probably never
 * ends. An action normally takes milliseconds, and this many polls take at least a minute.
 */
const POLLS_MAX = 12_000
const WAKES_MAX = 2_000

/** A clock whose time changes only by `advance` and `drive`. Sleepers wake in the order in which they are due. */
export class SimClock implements Clock {
  #nowMs: number
  #sleepers: Sleeper[] = []
  readonly #isBusy: () => boolean

  /** `isBusy` returns whether the world waits for something else than simulated time, such as its database. */
  constructor(start: Date, isBusy: () => boolean = () => false) {
    this.#nowMs = start.getTime()
    this.#isBusy = isBusy
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
   * @throws Error when more than WAKES_MAX sleepers wake.
   */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const untilMs = this.#nowMs + ms
    for (let woken = 0; this.#wakeNext(untilMs); woken++) {
      if (woken > WAKES_MAX)
        throw new Error(
          `more than ${WAKES_MAX} sleepers woke while the clock advanced by ${ms} ms: an action seems to run forever`,
        )
      await settle()
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs)
  }

  /**
   * Returns the result of `work`. While `work` waits for simulated time, advances the clock to the time at which the
   * next sleeper is due. Does not advance the clock while the world is busy, however slow the machine is.
   * @throws Error when `work` has not ended after `pollsMax` polls.
   */
  async drive<T>(work: Promise<T>, pollsMax = POLLS_MAX): Promise<T> {
    const end = { reached: false }
    const finished = work.finally(() => {
      end.reached = true
    })
    finished.catch(() => undefined)
    for (let polls = 0, quietPolls = 0; polls < pollsMax; polls++) {
      await Promise.race([finished.catch(() => undefined), realTimer(POLL_MS)])
      if (end.reached) return finished
      quietPolls = this.#isBusy() ? 0 : quietPolls + 1
      if (quietPolls < QUIET_POLLS) continue
      quietPolls = 0
      this.#wakeNext(this.#nowMs + WAIT_MS_MAX)
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
