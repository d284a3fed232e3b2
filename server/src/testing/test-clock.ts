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

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The offset of São Paulo from UTC. */
const OFFSET_MS = -3 * HOUR_MS

const localTime = (clock: TestClock): number => clock.now().getTime() + OFFSET_MS

/** Returns the current day in São Paulo, such as `2026-11-20`. */
export const localDate = (clock: TestClock): string => new Date(localTime(clock)).toISOString().slice(0, 10)

/** Advances the clock to the next time when it is `hour` o'clock in São Paulo. */
export function advanceToHour(clock: TestClock, hour: number): void {
  const left = (((hour * HOUR_MS - localTime(clock)) % DAY_MS) + DAY_MS) % DAY_MS
  clock.advance(left === 0 ? DAY_MS : left)
}
