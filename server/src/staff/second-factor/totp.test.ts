import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { whoAmI } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { setTotp } from './set-totp.ts'
import { findStaff } from '../staff.queries.ts'
import { ATTEMPTS_WINDOW_MS } from '../throttle/throttle.ts'
import { STEP_SECONDS, totpCodeAt, totpStepOf } from './totp.ts'

const STEP_MS = STEP_SECONDS * 1_000

const { world, testConsole } = await startConsole()
// All browsers of this file have the same IP address. Advance the clock, so that failed attempts of one test do not
// count in the next.
beforeEach(() => world.clock.advance(ATTEMPTS_WINDOW_MS))

/** The shared secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const VECTOR = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %i the code equals the RFC 6238 test vector', (second, code) => {
  expect(totpCodeAt(VECTOR, new Date(second * 1_000))).toBe(code)
})

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('a code that is %i time steps off is accepted: %s', (steps, passes) => {
  const now = new Date(1_700_000_015_000)
  const code = totpCodeAt(VECTOR, new Date(now.getTime() + steps * STEP_MS))
  expect(totpStepOf(VECTOR, code, now) !== null).toBe(passes)
})

/** Completes the first sign-in step of one administrator in `count` browsers. */
async function submitPasswords(count: number) {
  const admin = await testConsole.createPerson('admin')
  const browsers = Array.from({ length: count }, () => testConsole.browser())
  for (const browser of browsers) await browser.signIn(admin.email, admin.password)
  return { admin, browsers }
}

test('an administrator who has entered only the password has no session', async () => {
  const { browsers } = await submitPasswords(1)
  const [browser] = browsers
  if (!browser) throw new Error('submitPasswords returned no browser')
  expect(await whoAmI(browser)).toBeNull()
  expect((await browser.send('{ merchants { id } }')).code).toBe('UNAUTHENTICATED')
  expect((await browser.send('mutation { beginEnrolment { secret } }')).errors[0]?.extensions.reason).toBe(
    'sign_in_over',
  )
})

test('one code signs in only one browser, even if several browsers submit it at the same moment', async () => {
  const { admin, browsers } = await submitPasswords(4)
  const code = testConsole.codeOf(admin)
  const answers = await Promise.all(browsers.map((browser) => browser.submitCode(code)))
  expect(answers.filter(({ data }) => data?.signInWithCode)).toHaveLength(1)
  const inside = await Promise.all(browsers.map(whoAmI))
  expect(inside.filter((me) => me !== null)).toHaveLength(1)
})

test('a used code and the code before it are refused', async () => {
  const { admin, browsers } = await submitPasswords(3)
  const [first, second, third] = browsers
  expect((await first?.submitCode(testConsole.codeOf(admin)))?.errors).toEqual([])
  expect((await second?.submitCode(testConsole.codeOf(admin)))?.code).toBe('UNAUTHENTICATED')
  expect((await third?.submitCode(testConsole.codeOf(admin, -STEP_MS)))?.code).toBe('UNAUTHENTICATED')
})

test('the token of the first sign-in step is invalid after the second step', async () => {
  const { admin, browsers } = await submitPasswords(1)
  const [browser] = browsers
  const firstStepCookie = browser?.cookie
  await browser?.submitCode(testConsole.codeOf(admin))
  expect(browser?.cookie).not.toBe(firstStepCookie)
  const attacker = testConsole.browser()
  attacker.cookie = firstStepCookie
  expect(await whoAmI(attacker)).toBeNull()
  expect((await attacker.submitCode(testConsole.codeOf(admin, STEP_MS))).errors[0]?.extensions.reason).toBe(
    'sign_in_over',
  )
})

test('after five wrong codes even the right code is refused until the wait is over', async () => {
  const { admin, browsers } = await submitPasswords(1)
  const [browser] = browsers
  if (!browser) throw new Error('submitPasswords returned no browser')
  for (let n = 0; n < 5; n++) expect((await browser.submitCode('guess')).code).toBe('UNAUTHENTICATED')
  const { code, errors } = await browser.submitCode(testConsole.codeOf(admin))
  expect(code).toBe('rate_limited')
  world.clock.advance((errors[0]?.extensions.retry_after_seconds ?? 0) * 1_000)
  await browser.signIn(admin.email, admin.password)
  expect((await browser.submitCode(testConsole.codeOf(admin))).errors).toEqual([])
})

test('a recovery code can replace the code of the app once', async () => {
  const admin = await testConsole.createPerson('admin', { app: false })
  const staff = await findStaff(world.context(), admin.id)
  if (!staff) throw new Error(`findStaff found no person ${admin.id}`)
  const { recoveryCodes } = await setTotp(world.context('cli'), staff)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [recoveryCode = ''] = recoveryCodes
  const signIn = async () => {
    const browser = testConsole.browser()
    await browser.signIn(admin.email, admin.password)
    return (await browser.submitCode(recoveryCode.toUpperCase().replaceAll('-', ' '))).code
  }
  expect(await signIn()).toBeUndefined()
  expect(await signIn()).toBe('UNAUTHENTICATED')
})

test('authenticator secrets and recovery codes are not stored in plain text', async () => {
  const admin = await testConsole.createPerson('admin', { app: false })
  const staff = await findStaff(world.context(), admin.id)
  if (!staff) throw new Error(`findStaff found no person ${admin.id}`)
  const { secret, recoveryCodes } = await setTotp(world.context('cli'), staff)
  const rows = await sql<{ row: string }>(
    world.context(),
    `select t::text || encode(secret_box, 'escape') as row from staff_totp t union all
     select r::text || encode(hash, 'escape') from staff_recovery_code r union all select e::text from audit_entry e`,
  )
  const secrets = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]
  expect(rows.filter(({ row }) => secrets.some((text) => row.includes(text)))).toEqual([])
})

test('a session without a second factor ends when the person gets a role that requires one', async () => {
  const person = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(person)
  expect(await whoAmI(browser)).not.toBeNull()
  await sql(world.context(), `update staff set role = 'finance' where id = $1`, [person.id])
  expect(await whoAmI(browser)).toBeNull()
})
