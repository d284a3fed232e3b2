import { expect, test } from 'vitest'
import { deadlineWarning, type DeadlineWarning } from './deadline.ts'

const DEADLINE = '2026-11-30T12:00:00.000Z'
const HOUR_MS = 3_600_000

test.each<[hours: number, ms: number, warning: DeadlineWarning | null]>([
  [72, -1, null],
  [72, 0, 72],
  [24, -1, 72],
  [24, 0, 24],
  [4, -1, 24],
  [4, 0, 4],
  [0, -1, 4],
  [0, 0, 'passed'],
  [-100, 0, 'passed'],
])('%d hours before the deadline, plus %d ms, the warning is %s', (hours, ms, warning) => {
  expect(deadlineWarning(DEADLINE, new Date(DEADLINE).getTime() - hours * HOUR_MS + ms)).toBe(warning)
})
