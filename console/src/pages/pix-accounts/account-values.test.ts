import { expect, test } from 'vitest'
import { accountHealth, certificateState, errorBps, nextStates, takesNewCharges } from './account-values.ts'

test('the error rate of a receiving account is the share of failed calls in the calls of all its operations', () => {
  expect(errorBps([])).toBeNull()
  expect(
    errorBps([
      { callsCount: 150, failedCount: 1 },
      { callsCount: 50, failedCount: 4 },
    ]),
  ).toBe(250)
})

test('a certificate has a warning in the 30 days before its expiry, and is expired from its expiry on', () => {
  const endsAt = '2026-03-31T12:00:00.000Z'
  const at = (time: string) => certificateState(endsAt, Date.parse(time))
  expect(at('2026-03-01T12:00:00.000Z')).toBe('valid')
  expect(at('2026-03-01T12:00:00.001Z')).toBe('ending')
  expect(at('2026-03-31T11:59:59.999Z')).toBe('ending')
  expect(at(endsAt)).toBe('expired')
})

const calls = (callsCount: number, failedCount: number) => ({ callsCount, failedCount })

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const SINCE = '2026-03-01T11:00:00.000Z'
const report = { avoidedSince: null, breakerOpenSince: null, fault: null }

test('the health of an account is the most serious of its problems', () => {
  const verdict = (operations: ReturnType<typeof calls>[], reports = [] as object[]) =>
    accountHealth(
      { certificateEndsAt: null, operations, reports: reports.map((one) => ({ ...report, ...one })) },
      NOW,
    )
  expect(verdict([])).toEqual({ verdict: 'idle', reasons: ['no_calls'] })
  expect(verdict([calls(1_000, 49)])).toEqual({ verdict: 'healthy', reasons: ['errors'] })
  expect(verdict([calls(1_000, 50)])).toEqual({ verdict: 'degraded', reasons: ['errors'] })
  expect(verdict([calls(1_000, 0), calls(4, 4)])).toEqual({ verdict: 'degraded', reasons: ['operation'] })
  expect(verdict([calls(10, 0)], [{}])).toEqual({ verdict: 'degraded', reasons: ['fault'] })
  expect(verdict([calls(10, 0)], [{ avoidedSince: SINCE }])).toEqual({
    verdict: 'degraded',
    reasons: ['avoided'],
  })
  expect(verdict([calls(10, 0)], [{ breakerOpenSince: SINCE }])).toEqual({
    verdict: 'failing',
    reasons: ['stopped'],
  })
})

test('the health of an account has all reasons, the most serious first', () => {
  const health = (operations: ReturnType<typeof calls>[], certificateEndsAt: string | null = null) =>
    accountHealth(
      {
        certificateEndsAt,
        operations,
        reports: [{ ...report, avoidedSince: SINCE, fault: 'no_answer' }],
      },
      NOW,
    )
  expect(health([calls(100, 85)])).toEqual({
    verdict: 'failing',
    reasons: ['errors', 'avoided', 'fault', 'operation'],
  })
  expect(health([calls(100, 6), calls(1, 1)], '2026-03-20T12:00:00.000Z')).toEqual({
    verdict: 'degraded',
    reasons: ['avoided', 'fault', 'operation', 'errors', 'certificate_ending'],
  })
  expect(health([], SINCE)).toEqual({
    verdict: 'failing',
    reasons: ['certificate_expired', 'avoided', 'fault'],
  })
})

const takes = (state: 'active' | 'draining' | 'off', problem: object = {}) =>
  takesNewCharges({ state, reports: [{ ...report, ...problem }] })

test('an account takes new charges only if it is active and its circuit breaker is closed', () => {
  expect(takes('active', { fault: 'overloaded' })).toBe('yes')
  expect(takes('active', { avoidedSince: SINCE })).toBe('last')
  expect(takes('active', { avoidedSince: SINCE, breakerOpenSince: SINCE })).toBe('no')
  expect(takes('draining')).toBe('no')
  expect(takes('off')).toBe('no')
})

test('an active receiving account must drain before it can be turned off', () => {
  expect(nextStates('active')).not.toContain('off')
  expect(nextStates('draining')).toEqual(['active', 'off'])
})
