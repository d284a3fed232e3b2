import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { INVITATION_MS } from './invitation.ts'

const { world, testConsole } = await startConsole()
let admin: ConsoleClient
beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
})

const PASSWORD = 'uma frase bem comprida'

const invite = async (email: string, by = admin, role = 'support') => {
  const { data, errors } = await by.send<{ inviteStaff: { token: string; invitation: { id: string } } }>(
    'mutation ($i: InviteStaffInput!) { inviteStaff(input: $i) { token invitation { id email role invitedBy } } }',
    { i: { email, name: 'Nova Pessoa', role } },
  )
  return { token: data?.inviteStaff.token ?? '', id: data?.inviteStaff.invitation.id ?? '', errors }
}

const accept = async (token: string, password = PASSWORD) => {
  const { data, errors } = await testConsole
    .browser()
    .send<{ acceptInvitation: boolean }>(
      'mutation ($t: String!, $p: String!) { acceptInvitation(token: $t, password: $p) }',
      { t: token, p: password },
    )
  return data?.acceptInvitation ?? errors[0]?.extensions.reason ?? errors[0]?.extensions.fields
}

const findOffer = async (token: string) => {
  const { data } = await testConsole
    .browser()
    .send<{ invitation: object | null }>(
      'query ($t: String!) { invitation(token: $t) { email name role } }',
      {
        t: token,
      },
    )
  return data?.invitation
}

test('an invited person sees the invitation, sets a password and signs in with the role of the invitation', async () => {
  const { token, id } = await invite(' Nova@Exemplo.com.br ')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await findOffer(token)).toEqual({
    email: 'nova@exemplo.com.br',
    name: 'Nova Pessoa',
    role: 'support',
  })
  expect(await accept(token, 'curta')).toEqual([{ path: 'password', code: 'too_short' }])
  expect(await accept(token)).toBe(true)
  const browser = testConsole.browser()
  await browser.signIn('nova@exemplo.com.br', PASSWORD)
  const me = await whoAmI(browser)
  expect(me).toMatchObject({ name: 'Nova Pessoa', role: 'support' })
  expect((await auditOf(world.context(), me?.id ?? ''))[0]).toMatchObject({
    actor: `invitation:${id}`,
    action: 'staff.accept_invitation',
    after: { email: 'nova@exemplo.com.br', role: 'support' },
  })
})

test('an invitation link works only once, even if it is used several times at the same moment', async () => {
  const { token } = await invite('uma-vez@exemplo.com.br')
  const answers = await Promise.all([1, 2, 3, 4].map(() => accept(token)))
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  expect(await accept(token)).toBe('invitation_not_found')
  expect(await findOffer(token)).toBeNull()
})

test('an invitation link ends after two days, when it is withdrawn, and when a newer invitation is created', async () => {
  const old = await invite('fim@exemplo.com.br')
  const newer = await invite('fim@exemplo.com.br')
  expect(await accept(old.token)).toBe('invitation_not_found')
  world.clock.advance(INVITATION_MS - 60_000)
  expect(await findOffer(newer.token)).not.toBeNull()
  world.clock.advance(60_000)
  expect(await accept(newer.token)).toBe('invitation_not_found')

  admin = await testConsole.signedIn('admin')
  const withdrawn = await invite('volta@exemplo.com.br')
  const withdraw = () =>
    admin.send('mutation ($id: Uuid!) { withdrawInvitation(id: $id) }', { id: withdrawn.id })
  expect((await withdraw()).errors).toEqual([])
  expect(await accept(withdrawn.token)).toBe('invitation_not_found')
  expect((await withdraw()).errors[0]?.extensions.reason).toBe('invitation_not_found')
})

test('an invitation to the e-mail of existing staff or to an invalid e-mail is refused', async () => {
  const { email } = await testConsole.createPerson('finance')
  expect((await invite(email)).errors?.[0]?.extensions.reason).toBe('email_in_use')
  expect((await invite('not an e-mail')).errors?.[0]?.extensions.fields).toEqual([
    { path: 'email', code: 'format' },
  ])
})

test('deactivating a person ends the invitations that the person created', async () => {
  const person = await testConsole.createPerson('admin')
  const { id } = person
  const other = await testConsole.signInAs(person)
  const { token } = await invite('amiga@exemplo.com.br', other, 'admin')
  expect(await findOffer(token)).not.toBeNull()
  await admin.send('mutation ($id: Uuid!) { deactivateStaff(id: $id, reason: "Saiu") { id } }', { id })
  expect(await accept(token)).toBe('invitation_not_found')
})

test('neither the invitation nor the audit log contains the token of the invitation', async () => {
  const { token } = await invite('segredo@exemplo.com.br')
  const rows = await sql<{ row: string }>(
    world.context(),
    'select i::text as row from staff_invitation i union all select e::text from audit_entry e',
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
})
