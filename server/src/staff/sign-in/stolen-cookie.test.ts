import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { ATTEMPTS_WINDOW_MS } from '../throttle/throttle.ts'

const { world, testConsole } = await startConsole()
// All browsers of this file have the same IP address. Advance the clock, so that failed attempts of one test do not
// count in the next.
beforeEach(() => world.clock.advance(ATTEMPTS_WINDOW_MS))

/** Returns another browser with the same cookie. */
function copyCookieOf(browser: ConsoleClient): ConsoleClient {
  const attacker = testConsole.browser()
  attacker.cookie = browser.cookie
  return attacker
}

/** Completes the first sign-in step. Returns a browser whose sign-in waits for the code. */
async function submitPassword(person: { email: string; password: string }): Promise<ConsoleClient> {
  const browser = testConsole.browser()
  expect((await browser.signIn(person.email, person.password)).data?.signIn.next).toBe('code')
  return browser
}

const LIST = { list: 'merchants', format: 'csv', zone: 'America/Sao_Paulo' }

const RENEW_CODES = 'mutation { renewRecoveryCodes }'

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'http://other.service.test' }],
  ['an older browser on another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
])(
  'a stolen cookie sent from %s is refused, and the session of the owner continues',
  async (_where, headers) => {
    const owner = await testConsole.signedIn('admin')
    const attacker = copyCookieOf(owner)
    for (const text of ['{ staffMembers { id } }', RENEW_CODES, 'mutation { signOut }']) {
      const { status, data, errors } = await attacker.send(text, {}, headers)
      expect([text, status, data, errors[0]?.extensions.reason]).toEqual([
        text,
        403,
        undefined,
        'foreign_origin',
      ])
    }
    expect((await attacker.export(LIST, { headers })).status).toBe(403)
    expect(await whoAmI(owner)).not.toBeNull()
    expect((await owner.send(RENEW_CODES)).errors).toEqual([])
  },
)

test('the cookie of a sign-in that waits for the code gives no access', async () => {
  const browser = await submitPassword(await testConsole.createPerson('admin'))
  expect(await whoAmI(browser)).toBeNull()
  expect((await browser.send('{ staffMembers { id } }')).code).toBe('UNAUTHENTICATED')
  expect((await browser.stepUp('000000')).code).toBe('UNAUTHENTICATED')
  expect((await browser.export(LIST)).status).toBe(401)
})

test('the cookie of a session is not accepted in place of the cookie of a pending sign-in', async () => {
  const admin = await testConsole.createPerson('admin')
  const browser = await testConsole.signInAs(admin)
  const { errors } = await browser.submitCode(testConsole.nextCode(admin))
  expect(errors[0]?.extensions.reason).toBe('sign_in_over')
})

test('a cookie planted before the sign-in is invalid after the sign-in (session fixation)', async () => {
  const admin = await testConsole.createPerson('admin')
  const planted = `svc_console=${'p'.repeat(43)}`
  const browser = testConsole.browser()
  browser.cookie = planted
  await browser.signIn(admin.email, admin.password)
  const firstStepCookie = browser.cookie
  await browser.submitCode(testConsole.nextCode(admin))
  expect(new Set([planted, firstStepCookie, browser.cookie]).size).toBe(3)
  expect(await whoAmI(browser)).not.toBeNull()
  for (const cookie of [planted, firstStepCookie]) {
    browser.cookie = cookie
    expect(await whoAmI(browser)).toBeNull()
  }
})

test('signing out before the second factor ends the pending sign-in for every copy of its cookie', async () => {
  const admin = await testConsole.createPerson('admin')
  const browser = await submitPassword(admin)
  const attacker = copyCookieOf(browser)
  await browser.send('mutation { signOut }')
  expect((await attacker.submitCode(testConsole.nextCode(admin))).errors[0]?.extensions.reason).toBe(
    'sign_in_over',
  )
})

test('deactivating a person ends a pending sign-in, even if the person is reactivated', async () => {
  const ana = await testConsole.createPerson('finance')
  const browser = await submitPassword(ana)
  const admin = await testConsole.signedIn('admin')
  for (const verb of ['deactivateStaff', 'reactivateStaff']) {
    const done = await admin.send(`mutation ($i: Uuid!) { ${verb}(id: $i, reason: "Engano") { id } }`, {
      i: ana.id,
    })
    expect(done.errors).toEqual([])
  }
  expect((await browser.submitCode(testConsole.nextCode(ana))).errors[0]?.extensions.reason).toBe(
    'sign_in_over',
  )
})

test('a password change invalidates copies of the cookie with which the password was changed', async () => {
  const support = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(support)
  const attacker = copyCookieOf(browser)
  const { errors } = await browser.send(
    'mutation ($c: String!, $p: String!) { changePassword(current: $c, password: $p) }',
    { c: support.password, p: 'uma senha bem longa' },
  )
  expect(errors).toEqual([])
  world.clock.advance(10_000)
  expect(await whoAmI(attacker)).toBeNull()
  expect(await whoAmI(browser)).not.toBeNull()
})

test.each([
  ['the password is changed', `password_hash = password_hash || 'x'`],
  ['the person is deactivated', 'disabled_at = now()'],
  ['the person gets another role', `role = 'auditor'`],
])('a sign-in during which %s creates no session', async (_what, change) => {
  const support = await testConsole.createPerson('support')
  const other = new Client({ connectionString: world.database.url })
  await other.connect()
  await other.query('begin')
  await other.query(`update staff set ${change} where id = $1`, [support.id])
  const browser = testConsole.browser()
  const answer = browser.signIn(support.email, support.password)
  await eventually(async () => {
    const waiting = await sql(
      // PostgreSQL shows what a session is waiting for only to members of the session's role.
      world.kit.consoleContext('test'),
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting).toHaveLength(1)
  })
  await other.query('commit')
  await other.end()
  expect((await answer).code).toBe('UNAUTHENTICATED')
  expect(browser.cookie).toBeUndefined()
  expect(await sql(world.context(), 'select 1 from staff_session where staff_id = $1', [support.id])).toEqual(
    [],
  )
})
