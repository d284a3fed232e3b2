import argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TestConsole } from '../../testing/clients/console-client.ts'
import { World } from '../../testing/world.ts'
import { ACCOUNT_WINDOW_MS, ATTEMPTS_MAX } from '../throttle/throttle.ts'

// Counts calls of the real argon2 library. The number of calls does not depend on the machine, unlike their duration.
const verifications = vi.spyOn(argon2, 'verify')

let world: World
let testConsole: TestConsole
beforeAll(async () => {
  world = await World.start()
  testConsole = await TestConsole.start(world.kit)
})
afterAll(async () => {
  verifications.mockRestore()
  await testConsole.stop()
  await world.stop()
})
beforeEach(() => {
  verifications.mockClear()
})

test.each(['an unknown e-mail', 'a wrong password', 'the right password'])(
  'a sign-in with %s verifies exactly one password',
  async (what) => {
    const { email, password } = await testConsole.createPerson('admin')
    await testConsole
      .browser()
      .signIn(
        what === 'an unknown e-mail' ? `x-${email}` : email,
        what === 'the right password' ? password : 'wrong one',
      )
    expect(verifications).toHaveBeenCalledTimes(1)
  },
)

test.each(['an unknown e-mail', 'a known e-mail'])(
  'beyond the attempt limit, a sign-in with %s verifies no password and is refused with too_many_attempts',
  async (what) => {
    world.clock.advance(ACCOUNT_WINDOW_MS)
    const { email, password } = await testConsole.createPerson('admin')
    const triedEmail = what === 'a known e-mail' ? email : `x-${email}`
    for (let n = 0; n < ATTEMPTS_MAX; n++) await testConsole.browser().signIn(triedEmail, 'wrong one')
    verifications.mockClear()
    const { status, data, errors } = await testConsole.browser().signIn(triedEmail, password)
    expect(verifications).not.toHaveBeenCalled()
    expect([status, data]).toEqual([200, null])
    expect(errors).toMatchObject([
      { message: expect.any(String), extensions: { code: 'rate_limited', reason: 'too_many_attempts' } },
    ])
  },
)
