import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test('a redirect after the sign-in never leaves the console', () => {
  expect(safeRedirect('/charges?status=paid')).toBe('/charges?status=paid')
  for (const target of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
    'charges',
    undefined,
    7,
  ])
    expect(safeRedirect(target)).toBeUndefined()
})
