import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import { sql } from '../../kernel/database/sql.ts'
import { TestConsole, whoAmI } from '../../testing/clients/console-client.ts'
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
beforeEach(() => {
  provider.lie = (claims) => claims
})

const newBrowser = () => new WebBrowser(world.kit.config.publicUrl, office.baseUrl)

/** Somebody of the company, signed in. */
async function comeIn(groups = ['pix-support']) {
  const employee = provider.hire({ groups })
  const browser = newBrowser()
  expect(await browser.land('/oidc')).toBe('/')
  const me = await whoAmI(browser.pages)
  if (!me) throw new Error('nobody came in')
  return { employee, browser, me }
}

const recorded = (id: string) =>
  sql<{ actor: string; action: string; before: unknown; after: unknown }>(
    world.context(),
    'select actor, action, before, after from audit_entry where target_id = $1 order by seq',
    [id],
  )

test('whoever the provider knows comes in with the role of their group, on the page that they wanted', async () => {
  const { email, name } = provider.hire({ groups: ['everybody', 'pix-support'] })
  const browser = newBrowser()
  const answer = await browser.answer('/oidc?return=%2Fcharges%3Fstatus%3Dpaid')
  const { headers } = await browser.get(answer)
  expect(headers.get('location')).toBe('/charges?status=paid')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^svc_oidc=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^svc_console=[\w-]{43}; Max-Age=36000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  const me = await whoAmI(browser.pages)
  expect(me).toMatchObject({ email, name, role: 'support' })
  const { data } = await browser.pages.send('{ accountSecurity { method proved } }')
  expect(data).toEqual({ accountSecurity: { method: 'provider', proved: false } })
  expect(await recorded(me?.id ?? '')).toMatchObject([
    { actor: 'identity-provider', action: 'staff.taken_in_by_provider', after: { email, role: 'support' } },
    { actor: `staff:${me?.id}`, action: 'staff.sign_in', after: { method: 'provider' } },
  ])
  expect((await browser.pages.send('mutation { signOut }')).errors).toEqual([])
  expect(await whoAmI(browser.pages)).toBeNull()
})

test('a person stays the same one whatever their address, and has the role that the provider gives them now', async () => {
  const { employee, browser, me } = await comeIn(['pix-support'])
  Object.assign(employee, { email: `novo-${employee.email}`, groups: ['pix-auditor', 'pix-finance'] })
  const other = newBrowser()
  await other.land('/oidc')
  expect(await whoAmI(other.pages)).toMatchObject({ id: me.id, email: employee.email, role: 'finance' })
  expect(await whoAmI(browser.pages)).toBeNull()
  expect(await recorded(me.id)).toContainEqual({
    actor: 'identity-provider',
    action: 'staff.changed_by_provider',
    before: { email: me.email, name: me.name, role: 'support' },
    after: { email: employee.email, name: me.name, role: 'finance' },
  })
})

test('windows that come back at once take in one person', async () => {
  const { sub } = provider.hire({ groups: ['pix-support'] })
  const browsers = Array.from({ length: 6 }, newBrowser)
  const answers = await Promise.all(
    browsers.map(async (browser) => [browser, await browser.answer('/oidc')] as const),
  )
  const landed = await Promise.all(answers.map(([browser, answer]) => browser.land(answer)))
  expect(new Set(landed)).toEqual(new Set(['/']))
  const ids = await Promise.all(browsers.map(async ({ pages }) => (await whoAmI(pages))?.id))
  const linked = await sql<{ staff_id: string }>(
    world.context(),
    'select staff_id from staff_identity where subject = $1',
    [sub],
  )
  expect(new Set(ids)).toEqual(new Set(linked.map((row) => row.staff_id)))
})

test('an answer counts for the browser that asked, with its own state, once and in time', async () => {
  provider.hire({ groups: ['pix-support'] })
  const browser = newBrowser()
  const answer = await browser.answer('/oidc')
  const over = '/sign-in?refused=sign_in_over'
  const wrong = new URL(answer)
  wrong.searchParams.set('state', 'x'.repeat(43))
  expect(await browser.land(wrong.href)).toBe(over)
  expect(await newBrowser().land(answer)).toBe(over)
  expect(await whoAmI(browser.pages)).toBeNull()

  const token = browser.cookie('svc_oidc') ?? ''
  expect(await browser.land(answer)).toBe('/')
  expect(browser.cookie('svc_oidc')).toBeUndefined()
  const thief = newBrowser()
  thief.setCookie('svc_oidc', token)
  expect(await thief.land(answer)).toBe(over)
  expect(await whoAmI(thief.pages)).toBeNull()

  const late = await thief.answer('/oidc')
  world.clock.advance(10 * 60_000)
  expect(await thief.land(late)).toBe(over)
})

test.each([
  ['the nonce of another sign-in', { nonce: 'another' }],
  ['the token of another service', { aud: 'another-service' }],
  ['the token of another provider', { iss: 'https://login.exemplo.com.br' }],
  ['a token that has expired', { exp: 1_700_000_000 }],
])('%s lets nobody in', async (_what, lie) => {
  const { sub } = provider.hire({ groups: ['pix-admin'] })
  provider.lie = (claims) => ({ ...claims, ...lie })
  const browser = newBrowser()
  expect(await browser.land('/oidc?return=/balance')).toBe(
    '/sign-in?refused=provider_refused&redirect=%2Fbalance',
  )
  expect(await whoAmI(browser.pages)).toBeNull()
  expect(await sql(world.context(), 'select 1 from staff_identity where subject = $1', [sub])).toEqual([])
})

test.each([
  ['no_role', { groups: ['everybody'] }],
  ['no_role', { groups: [] }],
  ['no_verified_email', { groups: ['pix-admin'], email_verified: false }],
])('%s: refused, by name, and on the record', async (refused, employee) => {
  const { sub } = provider.hire(employee)
  const browser = newBrowser()
  expect(await browser.land('/oidc')).toBe(`/sign-in?refused=${refused}`)
  expect(await whoAmI(browser.pages)).toBeNull()
  const [line] = await sql<{ after: object }>(
    world.context(),
    `select after from audit_entry where action = 'staff.sign_in_refused' order by seq desc limit 1`,
  )
  expect(line?.after).toMatchObject({
    method: 'provider',
    why: refused,
    subject: sub,
    issuer: provider.issuer,
  })
})

test('whoever was shut out stays out, and whoever leaves the group is out at the next sign-in', async () => {
  const { me } = await comeIn()
  await sql(world.context(), 'update staff set disabled_at = $2 where id = $1', [me.id, world.clock.now()])
  expect(await newBrowser().land('/oidc')).toBe('/sign-in?refused=deactivated')
  const left = await comeIn()
  left.employee.groups = []
  expect(await newBrowser().land('/oidc')).toBe('/sign-in?refused=no_role')
})

test('an address alone opens nobody else’s account; an operator’s word does', async () => {
  const account = await office.person('admin')
  const { sub } = provider.hire({ groups: ['pix-admin'], email: account.email.toUpperCase() })
  const browser = newBrowser()
  expect(await browser.land('/oidc')).toBe('/sign-in?refused=account_not_linked')
  expect(await whoAmI(browser.pages)).toBeNull()

  const staff = await findStaff(world.context(), account.id)
  if (!staff) throw new Error('nobody')
  await linkIdentity(world.context('cli'), staff, { issuer: provider.issuer, subject: sub })
  expect(await browser.land('/oidc')).toBe('/')
  expect((await whoAmI(browser.pages))?.id).toBe(account.id)
  const other = await findStaff(world.context(), (await comeIn()).me.id)
  if (!other) throw new Error('nobody')
  await expect(
    linkIdentity(world.context('cli'), other, { issuer: provider.issuer, subject: sub }),
  ).rejects.toMatchObject({ code: 'conflict', details: { reason: 'identity_in_use' } })
})

test('somebody of the provider has no password to guess', async () => {
  const { me } = await comeIn()
  for (const password of ['', 'null', 'undefined'])
    expect((await office.browser().signIn(me.email, password)).code).toBe('UNAUTHENTICATED')
})

test('who gives up at the provider is told so', async () => {
  provider.atScreen = null
  expect(await newBrowser().land('/oidc')).toBe('/sign-in?refused=provider_refused')
})
