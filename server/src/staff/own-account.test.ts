import { expect, test } from 'vitest'
import { STEP_UP_MS } from '../graphql/permissions.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { whoAmI, type ConsoleClient } from '../testing/clients/console-client.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { totpCodeAt } from './second-factor/totp.ts'

const { world, testConsole } = await startConsole()

const createKey = (browser: ConsoleClient) =>
  browser.send('mutation ($i: CreateApiKeyInput!) { createApiKey(input: $i) { key } }', {
    i: { merchantId: world.merchantId, name: 'Loja', scopes: ['charges:read'] },
  })

const reasonOf = async (answer: ReturnType<ConsoleClient['send']>) => (await answer).errors[0]?.extensions

test('creating an API key requires a step-up within the last five minutes, and a step-up replaces the cookie', async () => {
  const admin = await testConsole.createPerson('admin')
  const browser = await testConsole.signInAs(admin)
  expect((await createKey(browser)).errors).toEqual([])
  world.clock.advance(STEP_UP_MS)
  expect(await reasonOf(createKey(browser))).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    reason: 'code_needed',
  })
  expect(await whoAmI(browser)).not.toBeNull()
  expect(await reasonOf(browser.stepUp('000000'))).toMatchObject({ reason: 'invalid_credentials' })

  const attacker = testConsole.browser()
  attacker.cookie = browser.cookie
  expect((await browser.stepUp(testConsole.nextCode(admin))).errors).toEqual([])
  expect((await createKey(browser)).errors).toEqual([])
  expect((await createKey(attacker)).code).toBe('STEP_UP_REQUIRED')
  world.clock.advance(10_000)
  expect(await whoAmI(attacker)).toBeNull()
  expect(await whoAmI(browser)).not.toBeNull()
})

test('an action that requires a step-up is refused until a person without an authenticator app has enrolled one', async () => {
  const support = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(support)
  const revoke = () =>
    browser.send('mutation ($m: Uuid!, $i: Uuid!) { revokeApiKey(merchantId: $m, id: $i) { id } }', {
      m: world.merchantId,
      i: world.merchantId,
    })
  expect(await reasonOf(revoke())).toMatchObject({ code: 'STEP_UP_REQUIRED', reason: 'enrolment_needed' })
  const beginTotp = (password: string) =>
    browser.send<{ beginTotp: { secret: string } }>(
      'mutation ($p: String!) { beginTotp(password: $p) { secret } }',
      {
        p: password,
      },
    )
  expect(await reasonOf(beginTotp('not it'))).toMatchObject({ reason: 'invalid_credentials' })
  const secret = (await beginTotp(support.password)).data?.beginTotp.secret ?? ''
  const confirm = (code: string) =>
    browser.send('mutation ($c: String!) { confirmTotp(code: $c) { recoveryCodes } }', { c: code })
  expect(await reasonOf(confirm('000000'))).toMatchObject({ reason: 'invalid_credentials' })
  expect((await confirm(totpCodeAt(secret, world.clock.now()))).errors).toEqual([])
  expect((await revoke()).code).toBe('not_found')
})

test('a password change ends all other sessions and invalidates the old password', async () => {
  const support = await testConsole.createPerson('support')
  const [browser, otherBrowser] = [await testConsole.signInAs(support), await testConsole.signInAs(support)]
  const change = (current: string, password: string) =>
    browser.send('mutation ($c: String!, $p: String!) { changePassword(current: $c, password: $p) }', {
      c: current,
      p: password,
    })
  expect(await reasonOf(change('not it', 'uma senha bem longa'))).toMatchObject({
    reason: 'invalid_credentials',
  })
  expect(await reasonOf(change(support.password, 'curta'))).toMatchObject({
    fields: [{ path: 'password', code: 'too_short' }],
  })
  expect(await whoAmI(otherBrowser)).not.toBeNull()
  expect((await change(support.password, 'uma senha bem longa')).errors).toEqual([])
  expect(await whoAmI(browser)).not.toBeNull()
  expect(await whoAmI(otherBrowser)).toBeNull()
  expect((await testConsole.browser().signIn(support.email, support.password)).code).toBe('UNAUTHENTICATED')
  expect((await testConsole.browser().signIn(support.email, 'uma senha bem longa')).errors).toEqual([])
})

test("an administrator can reset another person's lost app, but not their own", async () => {
  const [admin, ana] = [await testConsole.createPerson('admin'), await testConsole.createPerson('finance')]
  const [browser, anasBrowser] = [await testConsole.signInAs(admin), await testConsole.signInAs(ana)]
  const reset = (id: string) =>
    browser.send('mutation ($i: Uuid!) { resetStaffTotp(id: $i, reason: "Perdeu o celular") }', { i: id })
  expect(await reasonOf(reset(admin.id))).toMatchObject({ code: 'FORBIDDEN', reason: 'own_account' })
  expect((await reset(ana.id)).errors).toEqual([])
  expect(await whoAmI(anasBrowser)).toBeNull()
  const step = await testConsole.browser().signIn(ana.email, ana.password)
  expect(step.data?.signIn.next).toBe('enrol')
  const line = (await auditOf(world.context(), ana.id)).find(({ action }) => action === 'staff.totp_reset')
  expect(line).toMatchObject({ actor: `staff:${admin.id}`, reason: 'Perdeu o celular' })
})

test('a request with the x-staff-id of another person is refused and ends no session', async () => {
  const owner = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(owner)
  const { id } = (await whoAmI(browser)) ?? {}
  const withStaffId = (staffId: string) =>
    browser.send('{ mySessions { id } }', {}, { 'x-staff-id': staffId })
  expect((await withStaffId(id ?? '')).errors).toEqual([])
  const other = await withStaffId('01890000-0000-7000-8000-00000000000f')
  expect(other.code).toBe('UNAUTHENTICATED')
  expect(other.headers.get('x-session-seconds-left')).toBeNull()
  const exported = await browser.export(
    { list: 'merchants', format: 'csv', zone: 'America/Sao_Paulo' },
    { headers: { 'x-staff-id': '01890000-0000-7000-8000-00000000000f' } },
  )
  expect(exported.status).toBe(401)
  expect(await whoAmI(browser)).toMatchObject({ id })
})

test('a background request does not extend the idle timeout, and every response contains the seconds left', async () => {
  const browser = await testConsole.signInAs(await testConsole.createPerson('support'))
  const left = async (headers: Record<string, string> = {}) =>
    Number((await browser.send('{ me { id } }', {}, headers)).headers.get('x-session-seconds-left'))
  world.clock.advance(10 * 60_000)
  expect(await left({ 'x-by-itself': '1' })).toBeLessThanOrEqual(20 * 60)
  expect(await left()).toBeGreaterThan(29 * 60)
  world.clock.advance(29 * 60_000)
  await left({ 'x-by-itself': '1' })
  world.clock.advance(60_000)
  expect(await whoAmI(browser)).toBeNull()
})
