import { expect, test } from 'vitest'
import { instantOfLocal, localText } from './local-time.ts'

test('what a field for date and time holds means the same moment in its zone', () => {
  const at = '2026-11-20T02:48:00.000Z'
  expect(localText(Date.parse(at), 'America/Sao_Paulo')).toBe('2026-11-19T23:48')
  expect(instantOfLocal('2026-11-19T23:48', 'America/Sao_Paulo')).toBe(at)
  expect(instantOfLocal('2026-11-20T02:48', 'UTC')).toBe(at)
})

test('what is no moment is none', () => {
  expect(instantOfLocal('', 'UTC')).toBeNull()
  expect(instantOfLocal('2026-02-30T10:00', 'UTC')).toBeNull()
})
