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

const ask = async (id: string, by = admin, reason = 'Esqueceu') => {
  const { data, errors } = await by.send<{ offerStaffPassword: { token: string } }>(
    'mutation ($id: Uuid!, $r: String!) { offerStaffPassword(id: $id, reason: $r) { token expiresAt } }',
    { id, r: reason },
  )
  const { reason: why, fields } = errors[0]?.extensions ?? {}
  return { token: data?.offerStaffPassword.token ?? '', refusal: why ?? fields }
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

const seen = async (token: string) => {
  const { data } = await testConsole
    .browser()
    .send<{ passwordOffer: object | null }>(
      'query ($t: String!) { passwordOffer(token: $t) { email name } }',
      { t: token },
    )
  return data?.passwordOffer
}

const GONE = 'password_link_not_found'

test('who lost the password sets another by the link: the old one and every session of it end, the app stays', async () => {
  const ana = await testConsole.createPerson('finance')
  const browser = await testConsole.signInAs(ana)
  const { token } = await ask(ana.id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await seen(token)).toEqual({ email: ana.email, name: 'Pessoa finance' })
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

test('a sign-in whose code is still to come ends with the old password', async () => {
  const ana = await testConsole.createPerson('finance')
  const half = testConsole.browser()
  await half.signIn(ana.email, ana.password)
  expect(await use((await ask(ana.id)).token)).toBe(true)
  expect((await half.submitCode(testConsole.nextCode(ana))).errors[0]?.extensions.reason).toBe('sign_in_over')
})

test('a link works once, also when it is used many times at once', async () => {
  const { id } = await testConsole.createPerson('support')
  const { token } = await ask(id)
  const answers = await Promise.all([1, 2, 3, 4].map(() => use(token)))
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  expect(await use(token)).toBe(GONE)
  expect(await seen(token)).toBeNull()
})

test('a link ends with a newer one, with a password changed meanwhile, and after a day', async () => {
  const ana = await testConsole.createPerson('support')
  const [old, newer] = [await ask(ana.id), await ask(ana.id)]
  expect(await use(old.token)).toBe(GONE)
  const browser = await testConsole.signInAs(ana)
  await browser.send('mutation ($c: String!, $p: String!) { changePassword(current: $c, password: $p) }', {
    c: ana.password,
    p: PASSWORD,
  })
  expect(await use(newer.token)).toBe(GONE)

  const last = await ask(ana.id)
  world.clock.advance(PASSWORD_LINK_MS - 60_000)
  expect(await seen(last.token)).not.toBeNull()
  world.clock.advance(60_000)
  expect(await seen(last.token)).toBeNull()
  expect(await use(last.token)).toBe(GONE)
  admin = await testConsole.signedIn('admin')
})

test('links to somebody who is shut out, and links of theirs, open nothing', async () => {
  const chief = await testConsole.createPerson('admin')
  const { id } = await testConsole.createPerson('support')
  const theirs = await ask(id, await testConsole.signInAs(chief))
  const tothem = await ask(chief.id)
  await admin.send('mutation ($id: Uuid!) { deactivateStaff(id: $id, reason: "Saiu") { id } }', {
    id: chief.id,
  })
  expect([await use(theirs.token), await use(tothem.token)]).toEqual([GONE, GONE])
  expect((await ask(chief.id)).refusal).toBe('deactivated')
  await admin.send('mutation ($id: Uuid!) { reactivateStaff(id: $id, reason: "Voltou") { id } }', {
    id: chief.id,
  })
  expect(await use(tothem.token)).toBe(GONE)
})

test('nobody offers one to themselves, to nobody, without a reason, or to who comes in without a password', async () => {
  const me = await whoAmI(admin)
  expect((await ask(me?.id ?? '')).refusal).toBe('own_account')
  expect((await ask(world.merchantId)).refusal).toBe('staff_not_found')
  const { id } = await testConsole.createPerson('support')
  expect((await ask(id, admin, '  ')).refusal).toEqual([{ path: 'reason', code: 'too_short' }])

  const offer = { staffId: id, reason: 'Esqueceu', adminsOnly: true }
  await expect(offerPassword(world.context('cli'), offer)).rejects.toMatchObject({
    details: { reason: 'signs_in_at_provider' },
  })
  await sql(world.context(), 'update staff set password_hash = null where id = $1', [id])
  await sql(
    world.context(),
    `insert into staff_identity (staff_id, issuer, subject, linked_at, linked_by) values ($1, 'https://x', 'x', $2, 'cli')`,
    [id, world.clock.now()],
  )
  expect((await ask(id)).refusal).toBe('signs_in_at_provider')
  await sql(world.context(), 'delete from staff_identity where staff_id = $1', [id])
  expect((await ask(id)).refusal).toBeUndefined()
})

test('the token is kept nowhere', async () => {
  const { id } = await testConsole.createPerson('support')
  const { token } = await ask(id)
  await use(token)
  const kept = await sql<{ row: string }>(
    world.context(),
    'select l::text as row from staff_password_link l union all select e::text from audit_entry e',
  )
  expect(kept.length).toBeGreaterThan(1)
  expect(kept.filter(({ row }) => row.includes(token))).toEqual([])
})
