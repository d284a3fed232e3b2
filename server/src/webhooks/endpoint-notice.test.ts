import { expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { afterAttempt, HEALTHY, type EndpointCondition } from './endpoint-condition.ts'
import { noticeOf, type EndpointNotice } from './endpoint-notice.ts'

const BEGIN = new Date('2026-11-20T12:00:00.000Z')

/** What is told of an endpoint that fails every ten minutes for six days, and after how many hours. */
function toldOf(first: EndpointCondition): [number, EndpointNotice][] {
  const told: [number, EndpointNotice][] = []
  let condition = first
  for (let minutes = 0; minutes < 6 * 24 * 60; minutes += 10) {
    const at = plusMs(BEGIN, minutes * 60_000)
    const next = afterAttempt(condition, { at, kind: 'failed', automatic: true, retryAfterMs: null })
    const notice = noticeOf(condition, next)
    if (notice) told.push([minutes / 60, notice])
    condition = next
  }
  return told
}

test('each step of a long failure is told once: first pause, a day, three days, disabled', () => {
  const healthy = { ...HEALTHY, status: 'active', disabledReason: null, lastSuccessAt: null } as const
  const steps = [
    [1.5, 'endpoint_paused'],
    [24, 'endpoint_failing_24h'],
    [72, 'endpoint_failing_72h'],
    [120, 'endpoint_disabled'],
  ]
  expect(toldOf({ ...healthy, lastFailureAt: null })).toEqual(steps)
  expect(toldOf({ ...healthy, lastFailureAt: plusMs(BEGIN, -86_400_000) })).toEqual(steps)
})
