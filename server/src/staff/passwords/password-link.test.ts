import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { offerPassword } from './offer-password.ts'
import { PASSWORD_LINK_MS } from './password-link.ts'

const { world, testConsole } = await startConsole()
let admin: ConsoleClient
beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
})

const PASSWORD = 'outra frase bem comprida'

const offer = async (id: string, by = admin, reason = 'Esqueceu') => {
  const { data, errors } = await by.send<{ offerStaffPassword: { token: string } }>(
    'mutation ($id: Uuid!, $r: String!) { offerStaffPassword(id: $id, reason: $r) { token expiresAt } }',
    { id, r: reason },
  )
  const { reason: refusalReason, fields } = errors[0]?.extensions ?? {}
  return { token: data?.offerStaffPassword.token ?? '', refusal: refusalReason ?? fields }
}

const use = async (token: string, password = PASSWORD) => {
  const { data, errors } = await testConsole
    .browser()
    .send<{ setPasswordByLink: boolean }>(
      'mutation ($t: String!, $p: String!) { setPasswordByLink(token: $t, password: $p) }',
      { t: token, p: password },
    )
  return data?.setPasswordByLink ?? errors[0]?.extensions.reason ?? errors[0]?.extensions.fields
}

const findOffer = async (token: string) => {
  const { data } = await testConsole
    .browser()
    .send<{ passwordOffer: object | null }>(
      'query ($t: String!) { passwordOffer(token: $t) { email name } }',
      { t: token },
    )
  return data?.passwordOffer
}

const LINK_NOT_FOUND = 'password_link_not_found'

test('a password link sets a new password, ends all sessions and keeps the authenticator app', async () => {
  const ana = await testConsole.createPerson('finance')
  const browser = await testConsole.signInAs(ana)
  const { token } = await offer(ana.id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await findOffer(token)).toEqual({ email: ana.email, name: 'Pessoa finance' })
  expect(await whoAmI(browser)).not.toBeNull()
  expect(await use(token, 'curta')).toEqual([{ path: 'password', code: 'too_short' }])
  expect(await use(token)).toBe(true)
  expect(await whoAmI(browser)).toBeNull()
  expect((await browser.signIn(ana.email, ana.password)).code).toBe('UNAUTHENTICATED')
  expect((await browser.signIn(ana.email, PASSWORD)).data?.signIn.next).toBe('code')
  const lines = await auditOf(world.context(), ana.id)
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'staff.offer_password', reason: 'Esqueceu', role: 'admin' }),
  )
  expect(lines).toContainEqual(
    expect.objectContaining({
      actor: expect.stringMatching(/^password-link:/),
      action: 'staff.password_set_by_link',
      after: { sessions_ended: 1 },
    }),
  )
})

test('setting a password by a link ends a sign-in that waits for its second factor', async () => {
  const ana = await testConsole.createPerson('finance')
  const pending = testConsole.browser()
  await pending.signIn(ana.email, ana.password)
  expect(await use((await offer(ana.id)).token)).toBe(true)
  expect((await pending.submitCode(testConsole.nextCode(ana))).errors[0]?.extensions.reason).toBe(
    'sign_in_over',
  )
})

test('a password link works only once, even if it is used several times at the same moment', async () => {
  const { id } = await testConsole.createPerson('support')
  const { token } = await offer(id)
  const answers = await Promise.all([1, 2, 3, 4].map(() => use(token)))
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  expect(await use(token)).toBe(LINK_NOT_FOUND)
  expect(await findOffer(token)).toBeNull()
})

test('a password link ends when a newer link is created, when the password is changed, and after a day', async () => {
  const ana = await testConsole.createPerson('support')
  const [old, newer] = [await offer(ana.id), await offer(ana.id)]
  expect(await use(old.token)).toBe(LINK_NOT_FOUND)
  const browser = await testConsole.signInAs(ana)
  await browser.send('mutation ($c: String!, $p: String!) { changePassword(current: $c, password: $p) }', {
    c: ana.password,
    p: PASSWORD,
  })
  expect(await use(newer.token)).toBe(LINK_NOT_FOUND)

  const last = await offer(ana.id)
  world.clock.advance(PASSWORD_LINK_MS - 60_000)
  expect(await findOffer(last.token)).not.toBeNull()
  world.clock.advance(60_000)
  expect(await findOffer(last.token)).toBeNull()
  expect(await use(last.token)).toBe(LINK_NOT_FOUND)
  admin = await testConsole.signedIn('admin')
})

test('deactivating a person ends the password links that the person created or received', async () => {
  const colleague = await testConsole.createPerson('admin')
  const { id } = await testConsole.createPerson('support')
  const createdLink = await offer(id, await testConsole.signInAs(colleague))
  const receivedLink = await offer(colleague.id)
  await admin.send('mutation ($id: Uuid!) { deactivateStaff(id: $id, reason: "Saiu") { id } }', {
    id: colleague.id,
  })
  expect([await use(createdLink.token), await use(receivedLink.token)]).toEqual([
    LINK_NOT_FOUND,
    LINK_NOT_FOUND,
  ])
  expect((await offer(colleague.id)).refusal).toBe('deactivated')
  await admin.send('mutation ($id: Uuid!) { reactivateStaff(id: $id, reason: "Voltou") { id } }', {
    id: colleague.id,
  })
  expect(await use(receivedLink.token)).toBe(LINK_NOT_FOUND)
})

test('a password link needs a reason and another known person who may use a password', async () => {
  const me = await whoAmI(admin)
  expect((await offer(me?.id ?? '')).refusal).toBe('own_account')
  expect((await offer(world.merchantId)).refusal).toBe('staff_not_found')
  const { id } = await testConsole.createPerson('support')
  expect((await offer(id, admin, '  ')).refusal).toEqual([{ path: 'reason', code: 'too_short' }])

  const input = { staffId: id, reason: 'Esqueceu', adminsOnly: true }
  await expect(offerPassword(world.context('cli'), input)).rejects.toMatchObject({
    details: { reason: 'signs_in_at_provider' },
  })
  await sql(world.context(), 'update staff set password_hash = null where id = $1', [id])
  await sql(
    world.context(),
    `insert into staff_identity (staff_id, issuer, subject, linked_at, linked_by) values ($1, 'https://x', 'x', $2, 'cli')`,
    [id, world.clock.now()],
  )
  expect((await offer(id)).refusal).toBe('signs_in_at_provider')
  await sql(world.context(), 'delete from staff_identity where staff_id = $1', [id])
  expect((await offer(id)).refusal).toBeUndefined()
})

test('the token of a password link is stored neither in staff_password_link nor in the audit log', async () => {
  const { id } = await testConsole.createPerson('support')
  const { token } = await offer(id)
  await use(token)
  const rows = await sql<{ row: string }>(
    world.context(),
    'select l::text as row from staff_password_link l union all select e::text from audit_entry e',
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
})
