import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import { sql } from '../../kernel/database/sql.ts'
import { TestConsole, whoAmI } from '../../testing/clients/console-client.ts'
import { TestIdentityProvider, withIdentityProvider } from '../../testing/fakes/test-identity-provider.ts'
import { WebBrowser } from '../../testing/clients/web-browser.ts'
import { World } from '../../testing/world.ts'

let world: World
let provider: TestIdentityProvider
let testConsole: TestConsole
beforeAll(async () => {
  world = await World.start({ log: makeLog('silent') })
  provider = await TestIdentityProvider.start(`${world.kit.config.publicUrl}/oidc/callback`)
  testConsole = await TestConsole.start(withIdentityProvider(world.kit, provider.issuer))
})
afterAll(async () => {
  await testConsole.stop()
  await provider.stop()
  await world.stop()
})
beforeEach(() => {
  provider.alterClaims = (claims) => claims
})

const newBrowser = () => new WebBrowser(world.kit.config.publicUrl, testConsole.baseUrl)

async function comeIn() {
  const employee = provider.addEmployee({ groups: ['pix-admin'] })
  const browser = newBrowser()
  await browser.followToPage('/oidc')
  return { employee, browser }
}

/** Something that asks for a fresh proof: undefined when it is done, else what is needed. */
async function askForProof(browser: WebBrowser): Promise<string | undefined> {
  const { errors } = await browser.consoleClient.send('mutation { renewRecoveryCodes }')
  return errors[0]?.extensions.reason
}

test('a sign-in at the provider is no fresh proof; proving it again there is one, for five minutes', async () => {
  const { browser } = await comeIn()
  expect(await askForProof(browser)).toBe('provider_needed')
  const before = browser.cookie('svc_console')
  const asked = provider.passwordPrompts
  expect(await browser.followToPage('/oidc')).toBe('/')
  expect(provider.passwordPrompts).toBe(asked)
  expect(await askForProof(browser)).toBe('provider_needed')

  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed')
  expect(provider.passwordPrompts).toBe(asked + 1)
  expect(browser.cookie('svc_console')).not.toBe(before)
  expect((await browser.consoleClient.send('{ accountSecurity { proved } }')).data).toEqual({
    accountSecurity: { proved: true },
  })
  expect(await askForProof(browser)).toBeUndefined()
  world.clock.advance(5 * 60_000)
  expect(await askForProof(browser)).toBe('provider_needed')
})

test('the provider must have asked: an old proof, or one of no known age, is none', async () => {
  const { browser } = await comeIn()
  for (const age of [3_600, undefined]) {
    provider.alterClaims = (claims) => ({
      ...claims,
      auth_time: age === undefined ? undefined : Number(claims['auth_time']) - age,
    })
    expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=provider_refused')
    expect(await askForProof(browser)).toBe('provider_needed')
  }
})

test('somebody else’s proof is none, and takes nobody in', async () => {
  const { browser, employee } = await comeIn()
  const other = provider.addEmployee({ groups: ['pix-admin'] })
  browser.clearCookies(provider.issuer)
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=other_person')
  expect(await askForProof(browser)).toBe('provider_needed')
  expect((await whoAmI(browser.consoleClient))?.email).toBe(employee.email)
  provider.currentSub = other.sub
  const theirs = newBrowser()
  await theirs.followToPage('/oidc')
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=other_person')
})

test('whose role changed meanwhile comes in anew; whose group is gone proves nothing', async () => {
  const { browser, employee } = await comeIn()
  employee.groups = []
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=no_role')
  expect(await askForProof(browser)).toBe('provider_needed')
  employee.groups = ['pix-support']
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=role_changed')
  expect(await whoAmI(browser.consoleClient)).toBeNull()
})

test('an answer to a sign-in is no answer to a question for a proof', async () => {
  const { browser } = await comeIn()
  const answer = await browser.followToCallback('/oidc')
  expect(await browser.followToPage(answer)).toBe('/')
  expect(await askForProof(browser)).toBe('provider_needed')
})

test('a session that began with a password is not proved there, nor one that is nobody’s', async () => {
  const local = await testConsole.signedIn('admin')
  const browser = newBrowser()
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=sign_in_over')
  browser.setCookie('svc_console', local.cookie?.split('=')[1] ?? '')
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=sign_in_over')

  const { browser: other } = await comeIn()
  const answer = await other.followToCallback('/oidc/step-up')
  const me = await whoAmI(other.consoleClient)
  await sql(
    world.context(),
    `update staff_session set method = 'local', proved_at = $2 where staff_id = $1`,
    [me?.id ?? '', new Date(0)],
  )
  expect(await other.followToPage(answer)).toBe('/confirmed?refused=sign_in_over')
})

test('another site cannot have a person asked', async () => {
  const { browser } = await comeIn()
  const { headers } = await fetch(`${testConsole.baseUrl}/oidc/step-up`, {
    redirect: 'manual',
    headers: { cookie: `svc_console=${browser.cookie('svc_console')}`, 'sec-fetch-site': 'cross-site' },
  })
  expect(headers.get('location')).toBe('/confirmed?refused=foreign_origin')
})
