import type { Clock } from '../../src/kernel/clock.ts'
import { currentActor } from './actor.ts'

/** A clock that advances only when `advance` is called, or when the scheduler ends the sleep of an actor. */
export class LabClock implements Clock {
  #nowMs = Date.parse('2026-03-02T12:00:00Z')

  now(): Date {
    return new Date(this.#nowMs)
  }

  /**
   * A sleep with a signal implements a time limit. Such a sleep ends only when the signal is aborted, because nothing
   * in a run exceeds its time limit.
   */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal) return untilAborted(signal)
    await currentActor()?.wait('sleep', { kind: 'visible', tables: undefined })
    this.#nowMs += ms
  }

  advance(ms: number): void {
    this.#nowMs += ms
  }

  /** Moves the clock back to a time that it has shown. */
  set(time: Date): void {
    this.#nowMs = time.getTime()
  }
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
