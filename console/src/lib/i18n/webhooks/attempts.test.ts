import { expect, test } from 'vitest'
import { endpointRefusal, errorClassHint, errorHint, gone, replayActions, replayRefusal } from './attempts.ts'

const refusal = (endpointStatus: 'active' | 'disabled' | 'off', status: 'failed' | 'sending' = 'failed') =>
  replayRefusal({ endpointStatus, status })

test('a delivery that is being sent, or whose endpoint is not active, cannot be replayed', () => {
  expect(refusal('active')).toBeNull()
  expect(refusal('active', 'sending')).toBe(replayActions.underWay)
  expect(refusal('disabled', 'sending')).toBe(endpointRefusal.disabled)
  expect(refusal('off')).toBe(endpointRefusal.off)
})

test('a response with status 410 has its own advice, and any other failed attempt has the advice of its error class', () => {
  expect(errorHint('http_4xx', 410)).toBe(gone)
  expect(errorHint('http_4xx', 404)).toBe(errorClassHint['http_4xx'])
  expect(errorHint('timeout', null)).toBe(errorClassHint['timeout'])
  expect(errorHint(null, 200)).toBeUndefined()
})
