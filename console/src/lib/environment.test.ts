import { expect, test } from 'vitest'
import { hasTestPage, hrefInEnvironment, testAccountOf } from './environment.ts'

const ID = '0198f0aa-0000-7000-8000-000000000001'

test('a path belongs to a test account only if it starts with /test/ and a complete id', () => {
  expect(testAccountOf(`/test/${ID}/charges`)).toBe(ID)
  expect(testAccountOf(`/test/${ID.toUpperCase()}`)).toBe(ID)
  for (const path of ['/', '/charges', `/test/${ID}x/charges`, '/test/x', `/charges/test/${ID}`])
    expect(testAccountOf(path)).toBeNull()
})

test('the URL in the other environment opens the same page there, or the charges if the page is missing', () => {
  const shared = { merchant: ID, zone: 'utc' }
  expect(hrefInEnvironment('/charges/1', ID, shared)).toBe(`/test/${ID}/charges?merchant=${ID}&zone=utc`)
  expect(hrefInEnvironment('/api-keys', null, { merchant: ID })).toBe(`/api-keys?merchant=${ID}`)
  expect(hrefInEnvironment('/payouts', ID, shared)).toBe(`/test/${ID}/charges?merchant=${ID}&zone=utc`)
})

test('the home page and the pages of payouts, reconciliation, people, the audit log and merchants have no test page', () => {
  expect(['/charges', '/webhooks/1', '/api-keys', '/requests'].every(hasTestPage)).toBe(true)
  expect(['/', '/payouts', '/reconciliation', '/users', '/audit', '/merchants'].some(hasTestPage)).toBe(false)
})
