import { systemClock, type Clock } from '../kernel/clock.ts'

/** A time limit in milliseconds that no call reaches, even on a slow machine. */
export const PATIENT_MS = 60_000

/**
 * The system clock plus the time by which a test has advanced it. `sleep` waits in real time, because code under test
 * polls real processes and sockets.
 */
export class TestClock implements Clock {
  #offsetMs = 0
  #stoppedAt: Date | undefined

  now(): Date {
    const base = this.#stoppedAt ?? systemClock.now()
    return new Date(base.getTime() + this.#offsetMs)
  }

  /**
   * Stops the clock, so that results do not depend on the machine's speed. From then on, only `advance` moves the
   * clock.
   */
  stop(): void {
    this.#stoppedAt ??= systemClock.now()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal)
  }

  advance(ms: number): void {
    this.#offsetMs += ms
  }
}
