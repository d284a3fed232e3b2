import { expect, test } from 'vitest'
import { transaction } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { whoAmI } from '../../testing/clients/console-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { endSession, generateToken, rotateSessionToken, SESSIONS_MAX } from './session.ts'

const MINUTE_MS = 60_000

const { world, testConsole } = await startConsole()

const sessionsOf = (id: string) =>
  sql<{ token_hash: Buffer }>(world.context(), 'select token_hash from staff_session where staff_id = $1', [
    id,
  ])

test('a session ends after 30 minutes without a request', async () => {
  const browser = await testConsole.signedIn('support')
  world.clock.advance(29 * MINUTE_MS)
  expect(await whoAmI(browser)).not.toBeNull()
  world.clock.advance(29 * MINUTE_MS)
  expect(await whoAmI(browser)).not.toBeNull()
  world.clock.advance(30 * MINUTE_MS)
  expect(await whoAmI(browser)).toBeNull()
})

test('a session ends ten hours after the sign-in, even if it is in use', async () => {
  const browser = await testConsole.signedIn('support')
  for (let minutes = 20; minutes < 600; minutes += 20) {
    world.clock.advance(20 * MINUTE_MS)
    expect(await whoAmI(browser)).not.toBeNull()
  }
  world.clock.advance(20 * MINUTE_MS)
  expect(await whoAmI(browser)).toBeNull()
})

test('a session ends immediately when the person is deactivated', async () => {
  const admin = await testConsole.createPerson('admin')
  const { id } = admin
  const browser = await testConsole.signInAs(admin)
  expect(await whoAmI(browser)).not.toBeNull()
  await sql(world.context(), 'update staff set disabled_at = $2 where id = $1', [id, world.clock.now()])
  expect(await whoAmI(browser)).toBeNull()
})

test('signing out ends the session for every copy of the cookie', async () => {
  const browser = await testConsole.signedIn('admin')
  const attacker = testConsole.browser()
  attacker.cookie = browser.cookie
  expect((await browser.send<{ signOut: boolean }>('mutation { signOut }')).data?.signOut).toBe(true)
  expect(browser.cookie).toBeUndefined()
  expect(await whoAmI(attacker)).toBeNull()
  expect((await browser.send<{ signOut: boolean }>('mutation { signOut }')).data?.signOut).toBe(true)
})

test("a new session beyond the limit ends the person's oldest session", async () => {
  const { id, email, password } = await testConsole.createPerson('support')
  const browsers = Array.from({ length: SESSIONS_MAX + 1 }, () => testConsole.browser())
  for (const browser of browsers) {
    world.clock.advance(10)
    await browser.signIn(email, password)
  }
  expect(await sessionsOf(id)).toHaveLength(SESSIONS_MAX)
  const viewers = await Promise.all(browsers.map(whoAmI))
  expect(viewers.map((me) => me !== null)).toEqual([false, ...Array(SESSIONS_MAX).fill(true)])
})

test('a sign-out during the rotation of the token leaves no session', async () => {
  const person = await testConsole.createPerson('support')
  const { cookie } = await testConsole.signInAs(person)
  const token = cookie?.split('=')[1] ?? ''
  const { rotation } = await transaction(world.context(), async (tx) => {
    expect(await endSession(tx, token)).toBe(person.id)
    const started = transaction(world.context(), (other) =>
      rotateSessionToken(other, { token, newToken: generateToken(other.ids), stepUpAt: null }),
    )
    await eventually(async () => {
      const waiting = await sql(
        world.context(),
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(waiting).toHaveLength(1)
    })
    return { rotation: started }
  })
  await rotation
  expect(await sessionsOf(person.id)).toEqual([])
})
