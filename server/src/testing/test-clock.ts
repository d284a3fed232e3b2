import { systemClock, type Clock } from '../kernel/clock.ts'

/** The real clock, set forward by whatever a test has advanced it. Sleeps are real: they wait for real conditions. */
export class TestClock implements Clock {
  #aheadMs = 0
  #stoppedAt: Date | undefined

  now(): Date {
    const base = this.#stoppedAt ?? systemClock.now()
    return new Date(base.getTime() + this.#aheadMs)
  }

  /** From now on only `advance` moves the clock, so that the speed of the machine does not matter. */
  stop(): void {
    this.#stoppedAt ??= systemClock.now()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal)
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }
}
