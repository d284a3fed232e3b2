import { expect, test } from 'vitest'
import { endpointHealth, isOpen, keyStatus } from './status.ts'

const endpoint = {
  status: 'active',
  pausedUntil: null,
  consecutiveFailures: 0,
  lastSuccessAt: '2026-11-20T10:00:00.000Z',
  lastFailureAt: null,
} as const

test('the health of a webhook endpoint is its most serious condition', () => {
  expect(endpointHealth(endpoint)).toBe('healthy')
  expect(endpointHealth({ ...endpoint, lastSuccessAt: null })).toBe('idle')
  expect(endpointHealth({ ...endpoint, consecutiveFailures: 3 })).toBe('failing')
  expect(
    endpointHealth({ ...endpoint, consecutiveFailures: 12, pausedUntil: '2026-11-20T11:00:00.000Z' }),
  ).toBe('paused')
  expect(endpointHealth({ ...endpoint, status: 'disabled', consecutiveFailures: 40 })).toBe('disabled')
  expect(endpointHealth({ ...endpoint, status: 'off' })).toBe('off')
})

test('an API key expires at the exact millisecond of its expiry, and a revoked key is not shown as expired', () => {
  const expiresAt = '2026-11-20T10:00:00.000Z'
  const end = Date.parse(expiresAt)
  expect(keyStatus({ expiresAt, revokedAt: null }, end - 1)).toBe('active')
  expect(keyStatus({ expiresAt, revokedAt: null }, end)).toBe('expired')
  expect(keyStatus({ expiresAt, revokedAt: expiresAt }, end)).toBe('revoked')
  expect(keyStatus({ expiresAt: null, revokedAt: null }, end)).toBe('active')
})

test('only a created or pending charge is open', () => {
  expect(isOpen('pending')).toBe(true)
  expect(isOpen('created')).toBe(true)
  expect(isOpen('paid')).toBe(false)
})
