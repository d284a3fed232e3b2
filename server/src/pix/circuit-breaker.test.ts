import { beforeEach, expect, test } from 'vitest'
import { makeManualClock, type ManualClock } from '../testing/fakes/fake-pix-provider.ts'
import { makeCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'

let clock: ManualClock
let breaker: CircuitBreaker

beforeEach(() => {
  clock = makeManualClock()
  breaker = makeCircuitBreaker(clock, { failuresMax: 3, openMs: 250 })
})

function fail(times: number): void {
  for (let n = 0; n < times; n += 1) {
    expect(breaker.admits()).toBe(true)
    breaker.report('down')
  }
}

test('calls go out until three in a row have certainly failed', () => {
  fail(2)
  breaker.report('up')
  fail(3)
  expect(breaker.admits()).toBe(false)
})

test('a call whose outcome is not known neither opens nor mends anything', () => {
  fail(2)
  breaker.report('unsure')
  expect(breaker.admits()).toBe(true)
  breaker.report('down')
  expect(breaker.admits()).toBe(false)
})

test('after the pause one call tries, and only one', () => {
  fail(3)
  clock.advance(249)
  expect(breaker.admits()).toBe(false)
  clock.advance(1)
  expect(breaker.admits()).toBe(true)
  expect(breaker.admits()).toBe(false)
})

test('a network that answers the trial is open to everyone at once', () => {
  fail(3)
  clock.advance(250)
  expect(breaker.admits()).toBe(true)
  breaker.report('up')
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
})

test.each(['down', 'unsure'] as const)(
  'a trial that ends %s keeps the network closed for another pause',
  (health) => {
    fail(3)
    clock.advance(250)
    expect(breaker.admits()).toBe(true)
    breaker.report(health)
    expect(breaker.admits()).toBe(false)
    clock.advance(250)
    expect(breaker.admits()).toBe(true)
  },
)
