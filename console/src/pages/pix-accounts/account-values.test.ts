import { expect, test } from 'vitest'
import { certificateState, errorBps, nextStates } from './account-values.ts'

test('the error rate is the share of failed calls of all operations', () => {
  expect(errorBps([])).toBeNull()
  expect(
    errorBps([
      { callsCount: 150, failedCount: 1 },
      { callsCount: 50, failedCount: 4 },
    ]),
  ).toBe(250)
})

test('a certificate has a warning from 30 days before its end, and is expired from its end', () => {
  const endsAt = '2026-03-31T12:00:00.000Z'
  const at = (time: string) => certificateState(endsAt, Date.parse(time))
  expect(at('2026-03-01T12:00:00.000Z')).toBe('valid')
  expect(at('2026-03-01T12:00:00.001Z')).toBe('ending')
  expect(at('2026-03-31T11:59:59.999Z')).toBe('ending')
  expect(at(endsAt)).toBe('expired')
})

test('an active account must drain before it can be turned off', () => {
  expect(nextStates('active')).not.toContain('off')
  expect(nextStates('draining')).toEqual(['active', 'off'])
})
