import { beforeEach, expect, test } from 'vitest'
import { STEP_UP_MS } from '../../graphql/permissions.ts'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { ATTEMPTS_MAX, ATTEMPTS_WINDOW_MS } from '../throttle/throttle.ts'
import { totpCodeAt } from './totp.ts'

const { world, testConsole } = await startConsole()
// All browsers here share an address: what one test got wrong no longer counts in the next.
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

/** Somebody signed in without an app, with the secret that they were just offered. */
async function enrolling() {
  const person = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(person)
  const { data } = await browser.send<{ beginTotp: { secret: string } }>(
    'mutation ($p: String!) { beginTotp(password: $p) { secret } }',
    { p: person.password },
  )
  return { person, browser, secret: data?.beginTotp.secret ?? '' }
}

test('a code counts at one question alone: sign-in, step-up and enrolment share what was used', async () => {
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

  const { browser: rui, secret } = await enrolling()
  const third = totpCodeAt(secret, world.clock.now())
  expect((await confirm(rui, third)).errors).toEqual([])
  expect(await reasonOf(rui.stepUp(third))).toBe('invalid_credentials')
})

test('codes for a secret on offer are guessed no more often than any others', async () => {
  const { browser, secret } = await enrolling()
  for (let n = 0; n < ATTEMPTS_MAX; n++)
    expect(await reasonOf(confirm(browser, '000000'))).toBe('invalid_credentials')
  const right = totpCodeAt(secret, world.clock.now())
  expect((await confirm(browser, right)).code).toBe('rate_limited')
})

test('the same holds for whoever must enrol to come in', async () => {
  const admin = await testConsole.createPerson('admin', { app: false })
  const browser = testConsole.browser()
  await browser.signIn(admin.email, admin.password)
  const { data } = await browser.send<{ beginEnrolment: { secret: string } }>(
    'mutation { beginEnrolment { secret } }',
  )
  const give = (code: string) =>
    browser.send('mutation ($c: String!) { confirmEnrolment(code: $c) { recoveryCodes } }', { c: code })
  for (let n = 0; n < ATTEMPTS_MAX; n++) expect(await reasonOf(give('000000'))).toBe('invalid_credentials')
  expect((await give(totpCodeAt(data?.beginEnrolment.secret ?? '', world.clock.now()))).code).toBe(
    'rate_limited',
  )
  expect(await whoAmI(browser)).toBeNull()
})

test('new recovery codes take the place of the old, for a fresh proof, and are on no record', async () => {
  const admin = await testConsole.createPerson('admin')
  const browser = await testConsole.signInAs(admin)
  const old = await renewCodes(browser)
  world.clock.advance(STEP_UP_MS)
  expect(await renewCodes(browser)).toBe('STEP_UP_REQUIRED')
  await browser.stepUp(testConsole.nextCode(admin))
  const fresh = await renewCodes(browser)
  if (!Array.isArray(old) || !Array.isArray(fresh)) throw new Error('no codes')
  expect(new Set([...old, ...fresh]).size).toBe(20)

  expect(await reasonOf(browser.stepUp(old[0] ?? ''))).toBe('invalid_credentials')
  expect((await browser.stepUp(fresh[0] ?? '')).errors).toEqual([])
  const left = await browser.send('{ accountSecurity { recoveryCodesLeft } }')
  expect(left.data).toEqual({ accountSecurity: { recoveryCodesLeft: 9 } })
  const lines = await auditOf(world.context(), admin.id)
  expect(lines.filter(({ action }) => action === 'staff.recovery_codes_renewed')).toHaveLength(2)
  expect(lines.filter(({ action }) => action === 'staff.recovery_code_used')).toHaveLength(1)
  const record = JSON.stringify(lines)
  expect([...old, ...fresh].filter((code) => record.includes(code))).toEqual([])
})

test('one recovery code lets one browser in, however many give it at the same moment', async () => {
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
