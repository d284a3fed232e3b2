import type * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TestConsole } from '../testing/console-client.ts'
import { World } from '../testing/world.ts'

const counted = vi.hoisted(() => ({ verifications: 0 }))

/** The real library, with its verifications counted: how long they take is the machine's affair, how many is ours. */
vi.mock('@node-rs/argon2', async (load) => {
  const library = await load<typeof argon2>()
  return {
    ...library,
    verify(...given: Parameters<typeof library.verify>) {
      counted.verifications += 1
      return library.verify(...given)
    },
  }
})

let world: World
let office: TestConsole
beforeAll(async () => {
  world = await World.start()
  office = await TestConsole.start(world.kit)
})
afterAll(async () => {
  await office.stop()
  await world.stop()
})
beforeEach(() => {
  counted.verifications = 0
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
    expect(counted.verifications).toBe(1)
  },
)
