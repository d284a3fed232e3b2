import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { whoAmI } from '../../testing/clients/console-client.ts'
import { startProviderConsole } from '../../testing/fixtures/start-console.ts'
import { linkIdentity } from './link-identity.ts'
import { findStaff } from '../staff.queries.ts'

const { world, provider, testConsole, newBrowser } = await startProviderConsole()
beforeEach(() => {
  provider.alterClaims = (claims) => claims
})

/** Adds an employee at the provider and signs in as this employee. */
async function signInEmployee(groups = ['pix-support']) {
  const employee = provider.addEmployee({ groups })
  const browser = newBrowser()
  expect(await browser.followToPage('/oidc')).toBe('/')
  const me = await whoAmI(browser.consoleClient)
  if (!me) throw new Error('the sign-in created no session')
  return { employee, browser, me }
}

const recorded = (id: string) =>
  sql<{ actor: string; action: string; before: unknown; after: unknown }>(
    world.context(),
    'select actor, action, before, after from audit_entry where target_id = $1 order by seq',
    [id],
  )

test('a person who signs in at the provider gets the role of their group and sees the requested page', async () => {
  const { email, name } = provider.addEmployee({ groups: ['everybody', 'pix-support'] })
  const browser = newBrowser()
  const callbackUrl = await browser.followToCallback('/oidc?return=%2Fcharges%3Fstatus%3Dpaid')
  const { headers } = await browser.get(callbackUrl)
  expect(headers.get('location')).toBe('/charges?status=paid')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^svc_oidc=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^svc_console=[\w-]{43}; Max-Age=36000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  const me = await whoAmI(browser.consoleClient)
  expect(me).toMatchObject({ email, name, role: 'support' })
  const { data } = await browser.consoleClient.send('{ accountSecurity { method proved } }')
  expect(data).toEqual({ accountSecurity: { method: 'provider', proved: false } })
  expect(await recorded(me?.id ?? '')).toMatchObject([
    { actor: 'identity-provider', action: 'staff.taken_in_by_provider', after: { email, role: 'support' } },
    { actor: `staff:${me?.id}`, action: 'staff.sign_in', after: { method: 'provider' } },
  ])
  expect((await browser.consoleClient.send('mutation { signOut }')).errors).toEqual([])
  expect(await whoAmI(browser.consoleClient)).toBeNull()
})

test('after an e-mail change, a person keeps their account and gets the current role from the provider', async () => {
  const { employee, browser, me } = await signInEmployee(['pix-support'])
  Object.assign(employee, { email: `novo-${employee.email}`, groups: ['pix-auditor', 'pix-finance'] })
  const other = newBrowser()
  await other.followToPage('/oidc')
  expect(await whoAmI(other.consoleClient)).toMatchObject({
    id: me.id,
    email: employee.email,
    role: 'finance',
  })
  expect(await whoAmI(browser.consoleClient)).toBeNull()
  expect(await recorded(me.id)).toContainEqual({
    actor: 'identity-provider',
    action: 'staff.changed_by_provider',
    before: { email: me.email, name: me.name, role: 'support' },
    after: { email: employee.email, name: me.name, role: 'finance' },
  })
})

test('concurrent first sign-ins of one identity create one person', async () => {
  const { sub } = provider.addEmployee({ groups: ['pix-support'] })
  const browsers = Array.from({ length: 6 }, newBrowser)
  const callbacks = await Promise.all(
    browsers.map(async (browser) => [browser, await browser.followToCallback('/oidc')] as const),
  )
  const pages = await Promise.all(
    callbacks.map(([browser, callbackUrl]) => browser.followToPage(callbackUrl)),
  )
  expect(new Set(pages)).toEqual(new Set(['/']))
  const ids = await Promise.all(browsers.map(async ({ consoleClient }) => (await whoAmI(consoleClient))?.id))
  const linked = await sql<{ staff_id: string }>(
    world.context(),
    'select staff_id from staff_identity where subject = $1',
    [sub],
  )
  expect(new Set(ids)).toEqual(new Set(linked.map((row) => row.staff_id)))
})

test('a callback of the provider is accepted only once, in time, and with the right state and browser', async () => {
  provider.addEmployee({ groups: ['pix-support'] })
  const browser = newBrowser()
  const callbackUrl = await browser.followToCallback('/oidc')
  const signInOverPage = '/sign-in?refused=sign_in_over'
  const wrong = new URL(callbackUrl)
  wrong.searchParams.set('state', 'x'.repeat(43))
  expect(await browser.followToPage(wrong.href)).toBe(signInOverPage)
  expect(await newBrowser().followToPage(callbackUrl)).toBe(signInOverPage)
  expect(await whoAmI(browser.consoleClient)).toBeNull()

  const token = browser.cookie('svc_oidc') ?? ''
  expect(await browser.followToPage(callbackUrl)).toBe('/')
  expect(browser.cookie('svc_oidc')).toBeUndefined()
  const attacker = newBrowser()
  attacker.setCookie('svc_oidc', token)
  expect(await attacker.followToPage(callbackUrl)).toBe(signInOverPage)
  expect(await whoAmI(attacker.consoleClient)).toBeNull()

  const lateCallback = await attacker.followToCallback('/oidc')
  world.clock.advance(10 * 60_000)
  expect(await attacker.followToPage(lateCallback)).toBe(signInOverPage)
})

test.each([
  ['an ID token with the nonce of another sign-in', { nonce: 'another' }],
  ['an ID token for another audience', { aud: 'another-service' }],
  ['an ID token of another issuer', { iss: 'https://login.exemplo.com.br' }],
  ['an expired ID token', { exp: 1_700_000_000 }],
])('%s is refused', async (_what, lie) => {
  const { sub } = provider.addEmployee({ groups: ['pix-admin'] })
  provider.alterClaims = (claims) => ({ ...claims, ...lie })
  const browser = newBrowser()
  expect(await browser.followToPage('/oidc?return=/balance')).toBe(
    '/sign-in?refused=provider_refused&redirect=%2Fbalance',
  )
  expect(await whoAmI(browser.consoleClient)).toBeNull()
  expect(await sql(world.context(), 'select 1 from staff_identity where subject = $1', [sub])).toEqual([])
})

test.each([
  ['no_role', { groups: ['everybody'] }],
  ['no_role', { groups: [] }],
  ['no_verified_email', { groups: ['pix-admin'], email_verified: false }],
])('a sign-in refused with %s shows the reason and is audited', async (refused, employee) => {
  const { sub } = provider.addEmployee(employee)
  const browser = newBrowser()
  expect(await browser.followToPage('/oidc')).toBe(`/sign-in?refused=${refused}`)
  expect(await whoAmI(browser.consoleClient)).toBeNull()
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

test('a deactivated person and a person without a mapped group cannot sign in', async () => {
  const { me } = await signInEmployee()
  await sql(world.context(), 'update staff set disabled_at = $2 where id = $1', [me.id, world.clock.now()])
  expect(await newBrowser().followToPage('/oidc')).toBe('/sign-in?refused=deactivated')
  const former = await signInEmployee()
  former.employee.groups = []
  expect(await newBrowser().followToPage('/oidc')).toBe('/sign-in?refused=no_role')
})

test('a matching e-mail does not link an account to an identity, but an operator can link them', async () => {
  const account = await testConsole.createPerson('admin')
  const { sub } = provider.addEmployee({ groups: ['pix-admin'], email: account.email.toUpperCase() })
  const browser = newBrowser()
  expect(await browser.followToPage('/oidc')).toBe('/sign-in?refused=account_not_linked')
  expect(await whoAmI(browser.consoleClient)).toBeNull()

  const staff = await findStaff(world.context(), account.id)
  if (!staff) throw new Error(`findStaff found no person ${account.id}`)
  await linkIdentity(world.context('cli'), staff, { issuer: provider.issuer, subject: sub })
  expect(await browser.followToPage('/oidc')).toBe('/')
  expect((await whoAmI(browser.consoleClient))?.id).toBe(account.id)
  const other = await findStaff(world.context(), (await signInEmployee()).me.id)
  if (!other) throw new Error('findStaff did not find the employee who signed in')
  await expect(
    linkIdentity(world.context('cli'), other, { issuer: provider.issuer, subject: sub }),
  ).rejects.toMatchObject({ code: 'conflict', details: { reason: 'identity_in_use' } })
})

test('a person who was created by a sign-in at the provider cannot sign in with a password', async () => {
  const { me } = await signInEmployee()
  for (const password of ['', 'null', 'undefined'])
    expect((await testConsole.browser().signIn(me.email, password)).code).toBe('UNAUTHENTICATED')
})

test('a person who cancels at the provider gets provider_refused', async () => {
  provider.currentSub = null
  expect(await newBrowser().followToPage('/oidc')).toBe('/sign-in?refused=provider_refused')
})
