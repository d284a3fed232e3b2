import { expect, test } from 'vitest'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { startProviderConsole } from '../../testing/fixtures/start-console.ts'
import { linkIdentity } from './link-identity.ts'
import { findStaff } from '../staff.queries.ts'

const { world, provider, testConsole, newBrowser } = await startProviderConsole()

/** Creates a person with a password and an authenticator app, and links them to an account at the provider. */
async function createLinkedPerson() {
  const person = await testConsole.createPerson('admin')
  const staff = await findStaff(world.context(), person.id)
  if (!staff) throw new Error(`findStaff found no person ${person.id}`)
  const { sub } = provider.addEmployee({ groups: ['pix-admin'], email: person.email })
  await linkIdentity(world.context('cli'), staff, { issuer: provider.issuer, subject: sub })
  return { ...person, sub }
}

const unlinkMine = async (by: ConsoleClient) => {
  const { data, errors } = await by.send<{ unlinkMyIdentity: boolean }>(
    'mutation ($i: String!) { unlinkMyIdentity(issuer: $i) }',
    { i: provider.issuer },
  )
  return data?.unlinkMyIdentity ?? errors[0]?.extensions.reason
}

const identitiesOf = async (by: ConsoleClient) => {
  const { data } = await by.send<{ accountSecurity: { identities: object[] } }>(
    '{ accountSecurity { identities { issuer subject } } }',
  )
  return data?.accountSecurity.identities
}

test('a person unlinks their identity in a password session, and the sessions that began at the provider end', async () => {
  const ana = await createLinkedPerson()
  const providerBrowser = newBrowser()
  expect(await providerBrowser.followToPage('/oidc')).toBe('/')
  expect(await providerBrowser.followToPage('/oidc/step-up')).toBe('/confirmed')
  expect(await identitiesOf(providerBrowser.consoleClient)).toEqual([
    { issuer: provider.issuer, subject: ana.sub },
  ])
  expect(await unlinkMine(providerBrowser.consoleClient)).toBe('password_session_needed')

  const passwordSession = await testConsole.signInAs(ana)
  expect(await unlinkMine(passwordSession)).toBe(true)
  expect(await identitiesOf(passwordSession)).toEqual([])
  expect((await whoAmI(passwordSession))?.id).toBe(ana.id)
  expect(await whoAmI(providerBrowser.consoleClient)).toBeNull()
  expect(await newBrowser().followToPage('/oidc')).toBe('/sign-in?refused=account_not_linked')
  expect(await unlinkMine(passwordSession)).toBe('identity_not_found')
  const lines = await auditOf(world.context(), ana.id)
  expect(lines.find(({ action }) => action === 'staff.unlink_identity')).toMatchObject({
    actor: `staff:${ana.id}`,
    before: { issuer: provider.issuer, subject: ana.sub },
    // One session counts twice, because the step-up replaced its token and the old token is valid for ten more seconds.
    after: { sessions_ended: 2 },
  })
})

test("an administrator with a reason unlinks another person's identity, and that person cannot sign in without a password", async () => {
  const admin = await testConsole.signedIn('admin')
  provider.addEmployee({ groups: ['pix-support'] })
  const providerBrowser = newBrowser()
  await providerBrowser.followToPage('/oidc')
  const id = (await whoAmI(providerBrowser.consoleClient))?.id ?? ''
  const unlink = async (reason: string) => {
    const { data, errors } = await admin.send<{ unlinkStaffIdentity: boolean }>(
      'mutation ($id: Uuid!, $i: String!, $r: String!) { unlinkStaffIdentity(id: $id, issuer: $i, reason: $r) }',
      { id, i: provider.issuer, r: reason },
    )
    return data?.unlinkStaffIdentity ?? errors[0]?.extensions.reason ?? errors[0]?.extensions.fields
  }
  expect(await unlink(' ')).toEqual([{ path: 'reason', code: 'too_short' }])
  const member = () =>
    admin.send('query ($id: Uuid!) { staffMember(id: $id) { identities { issuer } } }', { id })
  expect((await member()).data).toEqual({ staffMember: { identities: [{ issuer: provider.issuer }] } })
  expect(await unlink('Conta da pessoa errada')).toBe(true)
  expect((await member()).data).toEqual({ staffMember: { identities: [] } })
  expect(await whoAmI(providerBrowser.consoleClient)).toBeNull()
  expect(await providerBrowser.followToPage('/oidc')).toBe('/sign-in?refused=account_not_linked')
  expect(await unlink('De novo')).toBe('identity_not_found')
})

test('a sign-in that started before the unlink creates no session', async () => {
  const ana = await createLinkedPerson()
  const passwordSession = await testConsole.signInAs(ana)
  const callbacks = await Promise.all(
    Array.from({ length: 6 }, () => newBrowser()).map(async (browser) => {
      const callbackUrl = await browser.followToCallback('/oidc')
      return () => browser.followToPage(callbackUrl).then(() => browser.consoleClient)
    }),
  )
  const [, ...clients] = await Promise.all([
    unlinkMine(passwordSession),
    ...callbacks.map((openCallback) => openCallback()),
  ])
  expect(await Promise.all(clients.map(whoAmI))).toEqual(clients.map(() => null))
})
