import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

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
