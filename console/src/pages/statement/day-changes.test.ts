import { expect, test } from 'vitest'
import { changesOf } from './day-changes.ts'

test('the change of a day is its balance minus the balance of the day before, which has no change itself', () => {
  const days = [
    { day: '2026-11-01', totalCents: '10000' },
    { day: '2026-11-02', totalCents: '12500' },
    { day: '2026-11-03', totalCents: '12500' },
    { day: '2026-11-04', totalCents: '-300' },
  ]
  expect(Array.from(changesOf(days))).toEqual([
    ['2026-11-02', 2_500n],
    ['2026-11-03', 0n],
    ['2026-11-04', -12_800n],
  ])
})
