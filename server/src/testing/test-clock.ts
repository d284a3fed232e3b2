import { systemClock, type Clock } from '../kernel/clock.ts'

/** The real clock, set forward by whatever a test has advanced it. Sleeps are real: they wait for real conditions. */
export class TestClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#aheadMs)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal)
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }
}
