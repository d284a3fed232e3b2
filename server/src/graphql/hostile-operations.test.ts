import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLog } from '../kernel/log.ts'
import { makeSchema } from '../schema.ts'
import { TestConsole, whoAmI, type ConsoleClient } from '../testing/console-client.ts'
import { ATTEMPTS_WINDOW_MS } from '../staff/throttle.ts'
import { operationsOf } from '../testing/operations.ts'
import { World } from '../testing/world.ts'

let world: World
let office: TestConsole
let admin: ConsoleClient
beforeAll(async () => {
  world = await World.start()
  office = await TestConsole.start({ ...world.kit, log: makeLog('silent') })
})
afterAll(async () => {
  await office.stop()
  await world.stop()
})

/** All but the one that would end the session of whoever asks. */
const operations = operationsOf(makeSchema()).filter(({ name }) => name !== 'signOut')

const LONG = 'ã'.repeat(3_000)
const SANE = { Boolean: true, Int: 1, Cents: '100', DateTime: '2026-01-01T00:00:00Z', ID: 'x', String: 'x' }

describe.each([
  ['nothing where something belongs', () => ({ ...SANE, ID: '', String: '', Int: 0, Cents: '0' })],
  ['less than nothing', () => ({ ...SANE, Int: -1, Cents: '-1', DateTime: '0000-01-01T00:00:00Z' })],
  [
    'more than there is',
    () => ({
      ...SANE,
      ID: LONG,
      String: LONG,
      Int: 2_147_483_647,
      Cents: '9'.repeat(18),
      DateTime: '9999-12-31T23:59:59.999-23:59',
    }),
  ],
  ['a merchant that there is, and signs', () => ({ ...SANE, ID: world.merchantId, String: `%_\\'"; --$1` })],
  ['a text that nobody can keep', () => ({ ...SANE, ID: 'a\0b', String: 'a\0b' })],
  ['half a character', () => ({ ...SANE, ID: '\ud800', String: '\udfff' })],
])('%s', (_what, scalars) => {
  beforeAll(async () => {
    // What was guessed wrong before no longer counts.
    world.clock.advance(ATTEMPTS_WINDOW_MS)
    admin = await office.signedIn('admin')
  })

  test.each(operations)('$name refuses by name, or does it', async ({ text, variables }) => {
    for (const all of [false, true]) {
      const { status, errors } = await admin.send(text, variables(scalars(), all))
      expect(status).toBeLessThan(500)
      const codes = errors.map(({ extensions }) => extensions.code)
      expect(codes).not.toContain('INTERNAL_SERVER_ERROR')
      expect(codes).not.toContain('GRAPHQL_VALIDATION_FAILED')
    }
  })

  test('whoever asked was signed in all the time', async () => {
    expect(await whoAmI(admin)).not.toBeNull()
  })
})
