import { expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import {
  afterAttempt,
  disableAt,
  HEALTHY,
  isPaused,
  type AttemptOutcome,
  type EndpointCondition,
} from './endpoint-condition.ts'

const START = new Date('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const FRESH: EndpointCondition = {
  ...HEALTHY,
  status: 'active',
  disabledReason: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastErrorClass: null,
  lastErrorStatus: null,
}

const outcome = (kind: AttemptOutcome['kind'], at: Date, changes: Partial<AttemptOutcome> = {}) => ({
  kind,
  at,
  counts: true,
  errorClass: kind === 'succeeded' ? null : ('timeout' as const),
  statusCode: null,
  retryAfterMs: null,
  ...changes,
})

/** Returns the condition after `count` failures, one every `everyMs` milliseconds. */
function failing(count: number, everyMs: number, from = FRESH, start = START): EndpointCondition {
  let condition = from
  for (let n = 0; n < count; n++) {
    condition = afterAttempt(condition, outcome('failed', plusMs(start, n * everyMs)))
  }
  return condition
}

test('an endpoint is paused only after ten failures over at least a minute', () => {
  const quick = failing(15, 1_000)
  expect(quick).toMatchObject({
    consecutiveFailures: 15,
    failingSince: START,
    pausedUntil: null,
    halfOpen: false,
  })
  expect(afterAttempt(quick, outcome('failed', plusMs(START, MINUTE - 1))).pausedUntil).toBeNull()
  const at = plusMs(START, MINUTE)
  expect(afterAttempt(quick, outcome('failed', at))).toMatchObject({
    pausedUntil: plusMs(at, MINUTE),
    halfOpen: true,
    status: 'active',
  })
  expect(failing(9, HOUR).pausedUntil).toBeNull()
})

test('while each probe fails, the pauses last 1, 5, 15, 60 and 60 minutes', () => {
  let condition = failing(10, 10_000)
  const pauses: number[] = []
  let at = plusMs(START, 90_000)
  for (let n = 0; n < 5; n++) {
    expect(condition.halfOpen).toBe(true)
    at = condition.pausedUntil ?? at
    pauses.push((at.getTime() - (condition.lastFailureAt?.getTime() ?? 0)) / MINUTE)
    expect(isPaused(condition, plusMs(at, -1))).toBe(true)
    expect(isPaused(condition, at)).toBe(false)
    condition = afterAttempt(condition, outcome('failed', at))
  }
  expect(pauses).toEqual([1, 5, 15, 60, 60])
})

test('a failed attempt that started before the pause does not lengthen the pause', () => {
  const paused = failing(10, 10_000)
  const late = afterAttempt(paused, outcome('failed', plusMs(START, 95_000)))
  expect(late).toMatchObject({ pausedUntil: paused.pausedUntil, pauseStep: paused.pauseStep })
})

test.each([true, false])('a success with `counts: %s` makes a failing endpoint healthy', (counts) => {
  const at = plusMs(START, 5 * MINUTE)
  const recovered = afterAttempt(failing(12, 10_000), outcome('succeeded', at, { counts }))
  expect(recovered).toMatchObject({ ...HEALTHY, status: 'active', lastSuccessAt: at })
})

test('a failed attempt with `counts: false` only sets the last error of the endpoint', () => {
  const unavailable = { counts: false, errorClass: 'http_5xx', statusCode: 503 } as const
  expect(afterAttempt(FRESH, outcome('failed', START, unavailable))).toEqual({
    ...FRESH,
    lastFailureAt: START,
    lastErrorClass: 'http_5xx',
    lastErrorStatus: 503,
  })
})

test('an internal error does not change the condition of the endpoint', () => {
  expect(afterAttempt(FRESH, outcome('unsent', START))).toBe(FRESH)
})

test('429 suspends sending for Retry-After, at most 15 minutes, and does not count as a failure', () => {
  const afterRateLimit = (retryAfterMs: number | null) =>
    afterAttempt(FRESH, outcome('rate_limited', START, { retryAfterMs }))
  expect(afterRateLimit(30_000)).toEqual({
    ...FRESH,
    lastFailureAt: START,
    lastErrorClass: 'timeout',
    rateLimitedUntil: plusMs(START, 30_000),
  })
  expect(afterRateLimit(HOUR).rateLimitedUntil).toEqual(plusMs(START, 15 * MINUTE))
  expect(afterRateLimit(null).rateLimitedUntil).toEqual(plusMs(START, 10_000))
})

test('a response with status 410 disables the endpoint immediately', () => {
  expect(afterAttempt(FRESH, outcome('gone', START))).toMatchObject({
    status: 'disabled',
    disabledReason: 'gone',
  })
})

test('an endpoint is disabled after at least twenty consecutive failures over five days', () => {
  const paused = failing(19, HOUR)
  const late = plusMs(START, 5 * DAY)
  expect(afterAttempt(paused, outcome('failed', plusMs(late, -1))).status).toBe('active')
  const disabled = afterAttempt(paused, outcome('failed', late))
  expect(disabled).toMatchObject({
    status: 'disabled',
    disabledReason: 'failing',
    pausedUntil: null,
    halfOpen: false,
  })
  expect(afterAttempt(failing(18, HOUR), outcome('failed', late)).status).toBe('active')
})

test('only a failing endpoint has a time from which it is disabled', () => {
  const late = plusMs(START, 5 * DAY)
  expect(disableAt(failing(1, HOUR))).toEqual(late)
  expect(disableAt(FRESH)).toBeNull()
  expect(disableAt(afterAttempt(failing(19, HOUR), outcome('failed', late)))).toBeNull()
})

test('a disabled endpoint keeps its reason, and an endpoint that is off stays off', () => {
  const gone = afterAttempt(FRESH, outcome('gone', START))
  const late = plusMs(START, 6 * DAY)
  expect(failing(30, HOUR, gone, late)).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
  expect(afterAttempt({ ...FRESH, status: 'off' }, outcome('gone', START)).status).toBe('off')
})
