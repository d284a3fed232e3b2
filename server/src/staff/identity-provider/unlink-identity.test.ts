import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import { auditOf } from '../../testing/makers/audit-lines.ts'
import { TestConsole, whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { TestProvider, withProvider } from '../../testing/far-end/test-provider.ts'
import { WebBrowser } from '../../testing/clients/web-browser.ts'
import { World } from '../../testing/world.ts'
import { linkIdentity } from './link-identity.ts'
import { findStaff } from '../staff.queries.ts'

let world: World
let provider: TestProvider
let office: TestConsole
beforeAll(async () => {
  world = await World.start({ log: makeLog('silent') })
  provider = await TestProvider.start(`${world.kit.config.publicUrl}/oidc/callback`)
  office = await TestConsole.start(withProvider(world.kit, provider.issuer))
})
afterAll(async () => {
  await office.stop()
  await provider.stop()
  await world.stop()
})

const newBrowser = () => new WebBrowser(world.kit.config.publicUrl, office.baseUrl)

/** Somebody with a password and an app here, whom an operator has linked to their account at the provider. */
async function linked() {
  const person = await office.person('admin')
  const staff = await findStaff(world.context(), person.id)
  if (!staff) throw new Error('nobody')
  const { sub } = provider.hire({ groups: ['pix-admin'], email: person.email })
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

test('a person sees their link, undoes it from a session begun with a password, and sessions begun there end', async () => {
  const ana = await linked()
  const there = newBrowser()
  expect(await there.land('/oidc')).toBe('/')
  expect(await there.land('/oidc/step-up')).toBe('/confirmed')
  expect(await identitiesOf(there.pages)).toEqual([{ issuer: provider.issuer, subject: ana.sub }])
  expect(await unlinkMine(there.pages)).toBe('password_session_needed')

  const here = await office.signInAs(ana)
  expect(await unlinkMine(here)).toBe(true)
  expect(await identitiesOf(here)).toEqual([])
  expect((await whoAmI(here))?.id).toBe(ana.id)
  expect(await whoAmI(there.pages)).toBeNull()
  expect(await newBrowser().land('/oidc')).toBe('/sign-in?refused=account_not_linked')
  expect(await unlinkMine(here)).toBe('identity_not_found')
  const lines = await auditOf(world.context(), ana.id)
  expect(lines.find(({ action }) => action === 'staff.unlink_identity')).toMatchObject({
    actor: `staff:${ana.id}`,
    before: { issuer: provider.issuer, subject: ana.sub },
    // The token before the proof counts for ten seconds more.
    after: { sessions_ended: 2 },
  })
})

test('an administrator undoes the link of another, for a reason; who has no password is out until helped', async () => {
  const admin = await office.signedIn('admin')
  provider.hire({ groups: ['pix-support'] })
  const there = newBrowser()
  await there.land('/oidc')
  const id = (await whoAmI(there.pages))?.id ?? ''
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
  expect(await whoAmI(there.pages)).toBeNull()
  expect(await there.land('/oidc')).toBe('/sign-in?refused=account_not_linked')
  expect(await unlink('De novo')).toBe('identity_not_found')
})

test('a way in that was begun before the link was undone leads nowhere', async () => {
  const ana = await linked()
  const here = await office.signInAs(ana)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => newBrowser()).map(async (browser) => {
      const answer = await browser.answer('/oidc')
      return () => browser.land(answer).then(() => browser.pages)
    }),
  )
  const [, ...pages] = await Promise.all([unlinkMine(here), ...answers.map((land) => land())])
  expect(await Promise.all(pages.map(whoAmI))).toEqual(pages.map(() => null))
})
