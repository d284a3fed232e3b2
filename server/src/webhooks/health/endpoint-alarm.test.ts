import { expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { afterAttempt, HEALTHY, type EndpointCondition } from '../endpoints/endpoint-condition.ts'
import { alarmOf, stopEventOf, type EndpointAlarm } from './endpoint-alarm.ts'

const BEGIN = new Date('2026-11-20T12:00:00.000Z')

const FAILED = {
  kind: 'failed',
  counts: true,
  errorClass: 'timeout',
  statusCode: null,
  retryAfterMs: null,
} as const

const FRESH: EndpointCondition = {
  ...HEALTHY,
  status: 'active',
  disabledReason: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastErrorClass: null,
  lastErrorStatus: null,
}

/** Makes an endpoint fail every ten minutes for six days. Returns each alarm with the hours since the first failure. */
function alarmsOf(first: EndpointCondition): [number, EndpointAlarm][] {
  const alarms: [number, EndpointAlarm][] = []
  let condition = first
  for (let minutes = 0; minutes < 6 * 24 * 60; minutes += 10) {
    const at = plusMs(BEGIN, minutes * 60_000)
    const next = afterAttempt(condition, { at, ...FAILED })
    const alarm = alarmOf(condition, next)
    if (alarm) alarms.push([minutes / 60, alarm])
    condition = next
  }
  return alarms
}

test('a long failure raises each alarm once: first pause, 24 hours, 72 hours, disabled', () => {
  const steps = [
    [1.5, 'endpoint_paused'],
    [24, 'endpoint_failing_24h'],
    [72, 'endpoint_failing_72h'],
    [120, 'endpoint_disabled'],
  ]
  expect(alarmsOf(FRESH)).toEqual(steps)
  expect(alarmsOf({ ...FRESH, lastFailureAt: plusMs(BEGIN, -86_400_000) })).toEqual(steps)
})

test('stopEventOf returns an event for the first pause and for the disabling, even if another alarm is raised', () => {
  const failing = { ...FRESH, consecutiveFailures: 12, failingSince: BEGIN, lastFailureAt: BEGIN }
  const paused = { ...failing, pauseStep: 1, lastFailureAt: plusMs(BEGIN, 25 * 3_600_000) }
  expect(alarmOf(failing, paused)).toBe('endpoint_failing_24h')
  expect(stopEventOf(failing, paused)).toBe('webhook_endpoint.paused')
  expect(stopEventOf(paused, { ...paused, pauseStep: 2 })).toBeNull()
  expect(stopEventOf(paused, { ...paused, ...HEALTHY })).toBeNull()
  const disabled = { ...paused, status: 'disabled', disabledReason: 'failing' } as const
  expect(stopEventOf(failing, disabled)).toBe('webhook_endpoint.disabled')
  expect(stopEventOf(disabled, { ...disabled, consecutiveFailures: 13 })).toBeNull()
})
