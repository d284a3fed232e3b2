import { beforeEach, expect, test } from 'vitest'
import { STEP_UP_MS } from '../../graphql/permissions.ts'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { ATTEMPTS_MAX, ATTEMPTS_WINDOW_MS } from '../throttle/throttle.ts'
import { totpCodeAt } from './totp.ts'

const { world, testConsole } = await startConsole()
// All browsers of this file have the same IP address. Advance the clock, so that failed attempts of one test do not
// count in the next.
beforeEach(() => world.clock.advance(ATTEMPTS_WINDOW_MS))

const reasonOf = async (answer: Promise<{ errors: { extensions: { reason?: string } }[] }>) =>
  (await answer).errors[0]?.extensions.reason

const renewCodes = async (browser: ConsoleClient) => {
  const { data, code } = await browser.send<{ renewRecoveryCodes: string[] }>(
    'mutation { renewRecoveryCodes }',
  )
  return data?.renewRecoveryCodes ?? code
}

const confirm = (browser: ConsoleClient, code: string) =>
  browser.send<{ confirmTotp: { recoveryCodes: string[] } }>(
    'mutation ($c: String!) { confirmTotp(code: $c) { recoveryCodes } }',
    { c: code },
  )

/** Creates a signed-in person with an authenticator app whose enrolment is not confirmed yet. */
async function startEnrolment() {
  const person = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(person)
  const { data } = await browser.send<{ beginTotp: { secret: string } }>(
    'mutation ($p: String!) { beginTotp(password: $p) { secret } }',
    { p: person.password },
  )
  return { person, browser, secret: data?.beginTotp.secret ?? '' }
}

test('an authenticator code works only once across sign-in, step-up and enrolment', async () => {
  const admin = await testConsole.createPerson('admin')
  const browser = testConsole.browser()
  await browser.signIn(admin.email, admin.password)
  const first = testConsole.codeOf(admin)
  expect((await browser.submitCode(first)).errors).toEqual([])
  expect(await reasonOf(browser.stepUp(first))).toBe('invalid_credentials')

  world.clock.advance(60_000)
  const second = testConsole.codeOf(admin)
  expect((await browser.stepUp(second)).errors).toEqual([])
  const other = testConsole.browser()
  await other.signIn(admin.email, admin.password)
  expect(await reasonOf(other.submitCode(second))).toBe('invalid_credentials')

  const { browser: rui, secret } = await startEnrolment()
  const third = totpCodeAt(secret, world.clock.now())
  expect((await confirm(rui, third)).errors).toEqual([])
  expect(await reasonOf(rui.stepUp(third))).toBe('invalid_credentials')
})

test('the code that confirms an enrolment has the same rate limit as other codes', async () => {
  const { browser, secret } = await startEnrolment()
  for (let n = 0; n < ATTEMPTS_MAX; n++)
    expect(await reasonOf(confirm(browser, '000000'))).toBe('invalid_credentials')
  const right = totpCodeAt(secret, world.clock.now())
  expect((await confirm(browser, right)).code).toBe('rate_limited')
})

test('the code that confirms an enrolment during the sign-in has the same rate limit as other codes', async () => {
  const admin = await testConsole.createPerson('admin', { app: false })
  const browser = testConsole.browser()
  await browser.signIn(admin.email, admin.password)
  const { data } = await browser.send<{ beginEnrolment: { secret: string } }>(
    'mutation { beginEnrolment { secret } }',
  )
  const confirmEnrolment = (code: string) =>
    browser.send('mutation ($c: String!) { confirmEnrolment(code: $c) { recoveryCodes } }', { c: code })
  for (let n = 0; n < ATTEMPTS_MAX; n++)
    expect(await reasonOf(confirmEnrolment('000000'))).toBe('invalid_credentials')
  expect(
    (await confirmEnrolment(totpCodeAt(data?.beginEnrolment.secret ?? '', world.clock.now()))).code,
  ).toBe('rate_limited')
  expect(await whoAmI(browser)).toBeNull()
})

test('renewing recovery codes requires a step-up and invalidates the old codes, and the audit log contains no codes', async () => {
  const admin = await testConsole.createPerson('admin')
  const browser = await testConsole.signInAs(admin)
  const old = await renewCodes(browser)
  world.clock.advance(STEP_UP_MS)
  expect(await renewCodes(browser)).toBe('STEP_UP_REQUIRED')
  await browser.stepUp(testConsole.nextCode(admin))
  const renewed = await renewCodes(browser)
  if (!Array.isArray(old) || !Array.isArray(renewed)) throw new Error('renewCodes returned no list of codes')
  expect(new Set([...old, ...renewed]).size).toBe(20)

  expect(await reasonOf(browser.stepUp(old[0] ?? ''))).toBe('invalid_credentials')
  expect((await browser.stepUp(renewed[0] ?? '')).errors).toEqual([])
  const left = await browser.send('{ accountSecurity { recoveryCodesLeft } }')
  expect(left.data).toEqual({ accountSecurity: { recoveryCodesLeft: 9 } })
  const lines = await auditOf(world.context(), admin.id)
  expect(lines.filter(({ action }) => action === 'staff.recovery_codes_renewed')).toHaveLength(2)
  expect(lines.filter(({ action }) => action === 'staff.recovery_code_used')).toHaveLength(1)
  const record = JSON.stringify(lines)
  expect([...old, ...renewed].filter((code) => record.includes(code))).toEqual([])
})

test('one recovery code signs in only one browser, even if several browsers submit it at the same moment', async () => {
  const admin = await testConsole.createPerson('admin')
  const codes = await renewCodes(await testConsole.signInAs(admin))
  const browsers = [
    testConsole.browser(),
    testConsole.browser(),
    testConsole.browser(),
    testConsole.browser(),
  ]
  for (const browser of browsers) await browser.signIn(admin.email, admin.password)
  const answers = await Promise.all(browsers.map((browser) => browser.submitCode(codes?.[0] ?? '')))
  expect(answers.filter(({ data }) => data?.signInWithCode)).toHaveLength(1)
})
