import type { TestClock } from './test-clock.ts'

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
