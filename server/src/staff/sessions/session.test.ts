import { expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { whoAmI } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { SESSIONS_MAX } from './session.ts'

const MINUTE_MS = 60_000

const { world, testConsole } = await startConsole()

const sessionsOf = (id: string) =>
  sql<{ token_hash: Buffer }>(world.context(), 'select token_hash from staff_session where staff_id = $1', [
    id,
  ])

test('a session ends when nothing was asked for half an hour', async () => {
  const browser = await testConsole.signedIn('support')
  world.clock.advance(29 * MINUTE_MS)
  expect(await whoAmI(browser)).not.toBeNull()
  world.clock.advance(29 * MINUTE_MS)
  expect(await whoAmI(browser)).not.toBeNull()
  world.clock.advance(30 * MINUTE_MS)
  expect(await whoAmI(browser)).toBeNull()
})

test('a session ends ten hours after the sign-in, however busy', async () => {
  const browser = await testConsole.signedIn('support')
  for (let minutes = 20; minutes < 600; minutes += 20) {
    world.clock.advance(20 * MINUTE_MS)
    expect(await whoAmI(browser)).not.toBeNull()
  }
  world.clock.advance(20 * MINUTE_MS)
  expect(await whoAmI(browser)).toBeNull()
})

test('a session ends at once for a person who is shut out', async () => {
  const admin = await testConsole.createPerson('admin')
  const { id } = admin
  const browser = await testConsole.signInAs(admin)
  expect(await whoAmI(browser)).not.toBeNull()
  await sql(world.context(), 'update staff set disabled_at = $2 where id = $1', [id, world.clock.now()])
  expect(await whoAmI(browser)).toBeNull()
})

test('a session ends with signing out, also for whoever copied the cookie', async () => {
  const browser = await testConsole.signedIn('admin')
  const thief = testConsole.browser()
  thief.cookie = browser.cookie
  expect((await browser.send<{ signOut: boolean }>('mutation { signOut }')).data?.signOut).toBe(true)
  expect(browser.cookie).toBeUndefined()
  expect(await whoAmI(thief)).toBeNull()
  expect((await browser.send<{ signOut: boolean }>('mutation { signOut }')).data?.signOut).toBe(true)
})

test('a session gives way when one person opens too many', async () => {
  const { id, email, password } = await testConsole.createPerson('support')
  const browsers = Array.from({ length: SESSIONS_MAX + 1 }, () => testConsole.browser())
  for (const browser of browsers) {
    world.clock.advance(10)
    await browser.signIn(email, password)
  }
  expect(await sessionsOf(id)).toHaveLength(SESSIONS_MAX)
  const still = await Promise.all(browsers.map(whoAmI))
  expect(still.map((me) => me !== null)).toEqual([false, ...Array(SESSIONS_MAX).fill(true)])
})
