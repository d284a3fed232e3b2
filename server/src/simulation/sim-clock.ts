import { setTimeout as realTimer } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'

interface Sleeper {
  dueMs: number
  wake: () => void
}

/** How long an action may be without an end before the nearest sleeper is woken: it waits for time, not for the database. */
const POLL_MS = 25
/** Looks at an action, or sleepers woken, after which there is no end: minutes for what takes milliseconds. */
const POLLS_MAX = 2_000

/** Time that stands still until it is moved; whoever sleeps wakes in the order of his time. */
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
   * Moves on by `ms`, stopping at each sleeper on the way; `settle` runs after each.
   * @throws Error when sleepers keep time from passing.
   */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const untilMs = this.#nowMs + ms
    for (let woken = 0; this.#wakeNext(untilMs); woken++) {
      if (woken > POLLS_MAX) throw new Error(`time does not pass: ${woken} woke within ${ms} ms`)
      await settle()
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs)
  }

  /**
   * The end of `work`. While it waits for time alone, time is given to it.
   * @throws Error when it has no end.
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
    throw new Error('work without an end: it waits for nothing that comes')
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
