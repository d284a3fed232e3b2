import argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TestConsole } from '../testing/console-client.ts'
import { World } from '../testing/world.ts'

/** The real library, with its verifications counted: how long they take is the machine's affair, how many is ours. */
const verifications = vi.spyOn(argon2, 'verify')

let world: World
let office: TestConsole
beforeAll(async () => {
  world = await World.start()
  office = await TestConsole.start(world.kit)
})
afterAll(async () => {
  verifications.mockRestore()
  await office.stop()
  await world.stop()
})
beforeEach(() => {
  verifications.mockClear()
})

test.each(['an unknown e-mail', 'a wrong password', 'the right one'])(
  'for %s exactly one password is verified',
  async (what) => {
    const { email, password } = await office.person('admin')
    await office
      .browser()
      .signIn(
        what === 'an unknown e-mail' ? `x-${email}` : email,
        what === 'the right one' ? password : 'wrong one',
      )
    expect(verifications).toHaveBeenCalledTimes(1)
  },
)
