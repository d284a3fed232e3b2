import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { ATTEMPTS_MAX, nextAttemptAt, parseRetryAfter, RETRY_DELAYS_MS } from './retry-schedule.ts'

const CREATED = new Date('2026-11-20T12:00:00.000Z')
const HOUR_MS = 3_600_000

/** Returns the times of all attempts if each attempt fails immediately. */
function scheduleOf(random: number): Date[] {
  const attempts = [CREATED]
  for (let at: Date | null = CREATED; at;) {
    const failed = { eventCreatedAt: CREATED, at, retryAfterMs: null, random }
    at = nextAttemptAt({ ...failed, scheduledAttempts: attempts.length })
    if (at) attempts.push(at)
  }
  return attempts
}

test('the retry schedule has eleven attempts over about seventy hours', () => {
  const attempts = scheduleOf(0.5)
  expect(attempts).toHaveLength(ATTEMPTS_MAX)
  const seconds = [10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400]
  expect(attempts.slice(1).map((at, n) => at.getTime() - (attempts[n]?.getTime() ?? 0))).toEqual(
    seconds.map((delay) => delay * 1_000),
  )
  const hours = ((attempts.at(-1)?.getTime() ?? 0) - CREATED.getTime()) / HOUR_MS
  expect(hours).toBeCloseTo(70.35, 1)
})

test('jitter moves the last attempt to between 56 and 85 hours after the event, and drops no attempt', () => {
  const lastHours = (random: number) =>
    ((scheduleOf(random).at(-1)?.getTime() ?? 0) - CREATED.getTime()) / HOUR_MS
  expect(scheduleOf(0)).toHaveLength(ATTEMPTS_MAX)
  expect(scheduleOf(0.999_999)).toHaveLength(ATTEMPTS_MAX)
  expect(lastHours(0)).toBeCloseTo(56.3, 1)
  expect(lastHours(0.999_999)).toBeCloseTo(84.4, 1)
})

test('a retry delay is within 20 % of its mean, or equals a longer Retry-After of at most a day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: ATTEMPTS_MAX - 1 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 48 * HOUR_MS })),
      (scheduledAttempts, random, retryAfterMs) => {
        const failed = { scheduledAttempts, random, retryAfterMs, eventCreatedAt: CREATED, at: CREATED }
        const delay = (nextAttemptAt(failed)?.getTime() ?? 0) - CREATED.getTime()
        const mean = RETRY_DELAYS_MS[scheduledAttempts - 1] ?? 0
        const minimum = Math.min(retryAfterMs ?? 0, 24 * HOUR_MS)
        expect(delay).toBeGreaterThanOrEqual(Math.max(Math.floor(mean * 0.8), minimum))
        expect(delay).toBeLessThanOrEqual(Math.max(Math.ceil(mean * 1.2), minimum))
      },
    ),
  )
})

test('no attempt is scheduled more than five days after the event', () => {
  const failed = { scheduledAttempts: 9, eventCreatedAt: CREATED, retryAfterMs: null, random: 0.5 }
  expect(nextAttemptAt({ ...failed, at: plusMs(CREATED, 96 * HOUR_MS) })).toEqual(
    plusMs(CREATED, 120 * HOUR_MS),
  )
  expect(nextAttemptAt({ ...failed, at: plusMs(CREATED, 96 * HOUR_MS + 1) })).toBeNull()
})

test.each([
  ['120', 120_000],
  ['0', 0],
  [' 7 ', 7_000],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['2026-11-20T12:01:00Z', null],
  ['9999999999', null],
  ['', null],
  [undefined, null],
])('Retry-After %j is parsed as %s ms', (header, ms) => {
  expect(parseRetryAfter(header, CREATED)).toBe(ms)
})
