import { beforeEach, expect, test } from 'vitest'
import { makeManualClock, type ManualClock } from '../../testing/fakes/fake-pix-provider.ts'
import { makeCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'

let clock: ManualClock
let breaker: CircuitBreaker

beforeEach(() => {
  clock = makeManualClock()
  breaker = makeCircuitBreaker(clock, { failuresMax: 3, openMs: 250 })
})

function fail(times: number): void {
  for (let n = 0; n < times; n += 1) {
    expect(breaker.allows()).toBe(true)
    breaker.report('down')
  }
}

test('the breaker opens after three consecutive failures', () => {
  fail(2)
  breaker.report('up')
  fail(3)
  expect(breaker.allows()).toBe(false)
})

test('the report `unsure` neither counts as a failure nor resets the count of failures', () => {
  fail(2)
  breaker.report('unsure')
  expect(breaker.allows()).toBe(true)
  breaker.report('down')
  expect(breaker.allows()).toBe(false)
})

test('when the pause is over, an open breaker allows exactly one trial call', () => {
  fail(3)
  clock.advance(249)
  expect(breaker.allows()).toBe(false)
  clock.advance(1)
  expect(breaker.allows()).toBe(true)
  expect(breaker.allows()).toBe(false)
})

test('the breaker closes when the trial call succeeds', () => {
  fail(3)
  clock.advance(250)
  expect(breaker.allows()).toBe(true)
  breaker.report('up')
  expect([breaker.allows(), breaker.allows()]).toEqual([true, true])
})

test.each(['down', 'unsure'] as const)(
  'when the trial call reports %s, the breaker stays open for another pause',
  (health) => {
    fail(3)
    clock.advance(250)
    expect(breaker.allows()).toBe(true)
    breaker.report(health)
    expect(breaker.allows()).toBe(false)
    clock.advance(250)
    expect(breaker.allows()).toBe(true)
  },
)

test('the report `blocked` opens the breaker at once, and allows one trial call every five seconds', () => {
  breaker.report('blocked')
  clock.advance(4_999)
  expect(breaker.allows()).toBe(false)
  clock.advance(1)
  expect(breaker.allows()).toBe(true)
  breaker.report('blocked')
  clock.advance(4_999)
  expect(breaker.allows()).toBe(false)
})

test('an open breaker allows a trial call at once when the credentials are replaced', () => {
  let credentials = {}
  breaker = makeCircuitBreaker(clock, { credentials: () => credentials })
  breaker.report('blocked')
  expect(breaker.allows()).toBe(false)
  credentials = {}
  expect(breaker.allows()).toBe(true)
  breaker.report('blocked')
  expect(breaker.allows()).toBe(false)
})
