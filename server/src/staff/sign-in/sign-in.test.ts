import { expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { whoAmI } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { permissionsOf } from '../permissions.ts'

const MINUTE_MS = 60_000

const { world, testConsole } = await startConsole()

const sessionsOf = (id: string) =>
  sql<{ token_hash: Buffer }>(world.context(), 'select token_hash from staff_session where staff_id = $1', [
    id,
  ])

test('after the sign-in, `me` returns the person with their permissions', async () => {
  const finance = await testConsole.createPerson('finance')
  const { id, email, password } = finance
  const browser = testConsole.browser()
  expect(await whoAmI(browser)).toBeNull()
  const { data } = await browser.signIn(` ${email.toUpperCase()} `, password)
  expect(data?.signIn).toEqual({ next: 'code', staff: null })
  expect(await whoAmI(browser)).toBeNull()
  expect((await browser.submitCode(testConsole.codeOf(finance))).data?.signInWithCode.staff.id).toBe(id)
  expect(await whoAmI(browser)).toEqual({
    id,
    email,
    name: 'Pessoa finance',
    role: 'finance',
    permissions: permissionsOf('finance'),
  })
})

test('the session cookie is HttpOnly and SameSite=Strict, and its token is not stored', async () => {
  const { id, email, password } = await testConsole.createPerson('support')
  const browser = testConsole.browser()
  const { headers } = await browser.signIn(email, password)
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^svc_console=[\w-]{43}; Max-Age=36000; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
  expect(headers.get('cache-control')).toBe('no-store')
  const token = browser.cookie?.split('=')[1] ?? ''
  const [session] = await sessionsOf(id)
  expect(session?.token_hash.includes(token)).toBe(false)
})

test('each sign-in creates a new token and ends the previous session of the browser', async () => {
  const { email, password } = await testConsole.createPerson('support')
  const browser = testConsole.browser()
  await browser.signIn(email, password)
  const before = browser.cookie
  await browser.signIn(email, password)
  expect(browser.cookie).not.toBe(before)
  const old = testConsole.browser()
  old.cookie = before
  expect(await whoAmI(old)).toBeNull()
  expect(await whoAmI(browser)).not.toBeNull()
})

test('a wrong password, an unknown e-mail and a deactivated person get the same answer', async () => {
  const { email, password } = await testConsole.createPerson('admin')
  const deactivated = await testConsole.createPerson('admin')
  await sql(world.context(), 'update staff set disabled_at = $2 where id = $1', [
    deactivated.id,
    world.clock.now(),
  ])
  const answers = await Promise.all([
    testConsole.browser().signIn(email, `${password}x`),
    testConsole.browser().signIn(`nobody-${email}`, password),
    testConsole.browser().signIn(deactivated.email, deactivated.password),
  ])
  for (const { data, errors, headers } of answers) {
    expect(data).toBeNull()
    expect(headers.getSetCookie()).toEqual([])
    expect(errors).toEqual([
      {
        message: 'É preciso entrar para continuar.',
        extensions: {
          code: 'UNAUTHENTICATED',
          reason: 'invalid_credentials',
          correlation_id: headers.get('x-correlation-id'),
        },
      },
    ])
  }
  world.clock.advance(15 * MINUTE_MS)
})

test('successful and refused sign-ins are audited with the IP address', async () => {
  const { id, email, password } = await testConsole.createPerson('auditor')
  await testConsole.browser().signIn(email, 'not the password')
  await testConsole.browser().signIn(email, password)
  const recorded = await sql(
    world.context(),
    'select actor, role, action, ip from audit_entry where target_id = $1 order by seq',
    [id],
  )
  expect(recorded).toEqual([
    { actor: 'test', role: null, action: 'staff.create', ip: null },
    { actor: 'anonymous', role: null, action: 'staff.sign_in_refused', ip: '127.0.0.1' },
    { actor: `staff:${id}`, role: 'auditor', action: 'staff.sign_in', ip: '127.0.0.1' },
  ])
  world.clock.advance(15 * MINUTE_MS)
})
