import { expect, test } from 'vitest'
import { expiryInstant } from './expiry.ts'

test('a key expires a whole number of days after its creation, or never', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  expect(expiryInstant('30', now)).toBe('2026-12-20T10:00:00.000Z')
  expect(expiryInstant('365', now)).toBe('2027-11-20T10:00:00.000Z')
  expect(expiryInstant('never', now)).toBeNull()
})
