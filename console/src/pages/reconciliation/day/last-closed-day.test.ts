import { expect, test } from 'vitest'
import { lastClosedDay } from './last-closed-day.ts'

test.each([
  ['2026-11-24T05:59:59-03:00', '2026-11-22'],
  ['2026-11-24T06:00:00-03:00', '2026-11-23'],
  ['2026-11-24T00:00:00-03:00', '2026-11-22'],
  ['2026-11-24T23:59:59-03:00', '2026-11-23'],
])('at %s the last closed day in São Paulo is %s', (instant, day) => {
  expect(lastClosedDay(Date.parse(instant))).toBe(day)
})
