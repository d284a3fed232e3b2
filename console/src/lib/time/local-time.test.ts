import { expect, test } from 'vitest'
import { instantOfLocal, localText } from './local-time.ts'

test('a local date and time converts to an instant and back in each time zone', () => {
  const at = '2026-11-20T02:48:00.000Z'
  expect(localText(Date.parse(at), 'America/Sao_Paulo')).toBe('2026-11-19T23:48')
  expect(instantOfLocal('2026-11-19T23:48', 'America/Sao_Paulo')).toBe(at)
  expect(instantOfLocal('2026-11-20T02:48', 'UTC')).toBe(at)
})

test('a text that is not a date and time converts to null', () => {
  expect(instantOfLocal('', 'UTC')).toBeNull()
  expect(instantOfLocal('2026-02-30T10:00', 'UTC')).toBeNull()
})
