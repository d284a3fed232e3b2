import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each(['/', '/charges', '/charges?status=paid&merchant=all', '/webhooks/1#attempts', '/a//b'])(
  '%s is accepted as a page of the console',
  (path) => {
    expect(returnPath(path)).toBe(path)
  },
)

test.each([
  undefined,
  ['/charges'],
  '',
  'charges',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  `/${'x'.repeat(2_000)}`,
])('the return path %j is replaced with the first page', (input) => {
  expect(returnPath(input)).toBe('/')
})
