import { expect, test } from 'vitest'
import { formatDuration, waitText } from './duration.ts'

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [571, '9 min 31 s'],
  [3600, '1 h'],
  [3659, '1 h'],
  [7500, '2 h 5 min'],
  [86_399, '23 h 59 min'],
  [273_600, '3 d 4 h'],
])('%d seconds are written as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

test('a wait of less than a second is not written as zero', () => {
  expect(waitText(0)).toEqual(['menos de 1 s', 'less than 1 s'])
  expect(waitText(61)).toEqual(['1 min 1 s', '1 min 1 s'])
})
