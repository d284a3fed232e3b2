import { expect, test } from 'vitest'
import { accountHealth, certificateState, errorBps, nextStates } from './account-values.ts'

test('the error rate of a receiving account is the share of failed calls in the calls of all its operations', () => {
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

const calls = (callsCount: number, failedCount: number) => ({ callsCount, failedCount })

test('the health of a receiving account is the most serious of its problems, with the reason', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z')
  const report = { avoidedSince: null, breakerOpenSince: null }
  const since = '2026-03-01T11:00:00.000Z'
  const health = (operations: ReturnType<typeof calls>[], reports = [] as (typeof report | object)[]) =>
    accountHealth(
      { certificateEndsAt: null, operations, reports: reports.map((one) => ({ ...report, ...one })) },
      now,
    )
  expect(health([])).toEqual({ verdict: 'idle', reason: 'no_calls' })
  expect(health([calls(1_000, 49)])).toEqual({ verdict: 'healthy', reason: 'errors' })
  expect(health([calls(1_000, 50)])).toEqual({ verdict: 'degraded', reason: 'errors' })
  expect(health([calls(100, 85)])).toEqual({ verdict: 'failing', reason: 'errors' })
  expect(health([calls(1_000, 0), calls(4, 4)])).toEqual({ verdict: 'degraded', reason: 'operation' })
  expect(health([calls(100, 10), calls(10, 9)])).toEqual({ verdict: 'degraded', reason: 'operation' })
  expect(health([calls(10, 0)], [{}])).toEqual({ verdict: 'degraded', reason: 'fault' })
  expect(health([calls(10, 0)], [{ avoidedSince: since }])).toEqual({
    verdict: 'degraded',
    reason: 'avoided',
  })
  expect(health([calls(10, 0)], [{ avoidedSince: since }, { breakerOpenSince: since }])).toEqual({
    verdict: 'failing',
    reason: 'stopped',
  })
  const certificate = (certificateEndsAt: string) =>
    accountHealth({ certificateEndsAt, operations: [calls(10, 0)], reports: [] }, now)
  expect(certificate(since)).toEqual({ verdict: 'failing', reason: 'certificate_expired' })
  expect(certificate('2026-03-20T12:00:00.000Z')).toEqual({
    verdict: 'degraded',
    reason: 'certificate_ending',
  })
})

test('an active receiving account must drain before it can be turned off', () => {
  expect(nextStates('active')).not.toContain('off')
  expect(nextStates('draining')).toEqual(['active', 'off'])
})
