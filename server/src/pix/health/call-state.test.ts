import { beforeEach, expect, test } from 'vitest'
import { makeManualClock, reply, reset, type Behaviour } from '../../testing/fakes/fake-pix-provider.ts'
import { setUpPixAdapter, TXID } from '../../testing/fakes/pix-adapter-fixture.ts'
import { CallState } from './call-state.ts'

const the = setUpPixAdapter()

let state: CallState
beforeEach(() => {
  state = new CallState(the().clock)
})

/** Makes one call to a fake PSP. */
async function call(behaviour: { api?: Behaviour; token?: Behaviour }): Promise<void> {
  the().bank.behave(behaviour)
  await the().adapter({ state }).find(TXID)
}

test.each([
  ['a refused token request', { token: reply(401, {}) }, 'token_refused'],
  ['a refused call', { api: reply(401, {}) }, 'access_refused'],
  ['a call above the rate limit', { api: reply(429, {}) }, 'overloaded'],
  ['an error of the PSP', { api: reply(500, {}) }, 'error_status'],
  ['a closed connection', { api: reset }, 'no_answer'],
  ['an absent charge', { api: reply(404, {}) }, undefined],
])('after %s, the state has the fault of the call, if the call had one', async (_name, behaviour, fault) => {
  await call(behaviour)
  expect(state.fault()?.fault).toBe(fault)
})

test('a fault keeps the time of its first call until a call succeeds or fails for another reason', () => {
  const clock = makeManualClock()
  const own = new CallState(clock)
  const since = clock.now()
  own.report('no_answer')
  clock.advance(1_000)
  own.report('no_answer')
  expect(own.fault()).toEqual({ fault: 'no_answer', since })
  own.report('token_refused')
  expect(own.fault()).toEqual({ fault: 'token_refused', since: clock.now() })
  own.report(undefined)
  expect(own.fault()).toBeUndefined()
})
