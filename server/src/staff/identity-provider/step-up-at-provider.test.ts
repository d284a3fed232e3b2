import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { whoAmI } from '../../testing/clients/console-client.ts'
import type { WebBrowser } from '../../testing/clients/web-browser.ts'
import { startProviderConsole } from '../../testing/fixtures/start-console.ts'

const { world, provider, testConsole, newBrowser } = await startProviderConsole()
beforeEach(() => {
  provider.alterClaims = (claims) => claims
})

async function signInAdmin() {
  const employee = provider.addEmployee({ groups: ['pix-admin'] })
  const browser = newBrowser()
  await browser.followToPage('/oidc')
  return { employee, browser }
}

/**
 * Runs an action that requires a step-up. Returns the reason if the service refuses the action, otherwise undefined.
 */
async function runStepUpAction(browser: WebBrowser): Promise<string | undefined> {
  const { errors } = await browser.consoleClient.send('mutation { renewRecoveryCodes }')
  return errors[0]?.extensions.reason
}

test('a sign-in at the provider is not a step-up, but a new authentication there is a step-up for five minutes', async () => {
  const { browser } = await signInAdmin()
  expect(await runStepUpAction(browser)).toBe('provider_needed')
  const before = browser.cookie('svc_console')
  const promptsBefore = provider.passwordPrompts
  expect(await browser.followToPage('/oidc')).toBe('/')
  expect(provider.passwordPrompts).toBe(promptsBefore)
  expect(await runStepUpAction(browser)).toBe('provider_needed')

  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed')
  expect(provider.passwordPrompts).toBe(promptsBefore + 1)
  expect(browser.cookie('svc_console')).not.toBe(before)
  expect((await browser.consoleClient.send('{ accountSecurity { proved } }')).data).toEqual({
    accountSecurity: { proved: true },
  })
  expect(await runStepUpAction(browser)).toBeUndefined()
  world.clock.advance(5 * 60_000)
  expect(await runStepUpAction(browser)).toBe('provider_needed')
})

test('a step-up at the provider with an old or missing auth_time is refused', async () => {
  const { browser } = await signInAdmin()
  for (const age of [3_600, undefined]) {
    provider.alterClaims = (claims) => ({
      ...claims,
      auth_time: age === undefined ? undefined : Number(claims['auth_time']) - age,
    })
    expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=provider_refused')
    expect(await runStepUpAction(browser)).toBe('provider_needed')
  }
})

test('a step-up by another person is refused and does not change the session', async () => {
  const { browser, employee } = await signInAdmin()
  const other = provider.addEmployee({ groups: ['pix-admin'] })
  browser.clearCookies(provider.issuer)
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=other_person')
  expect(await runStepUpAction(browser)).toBe('provider_needed')
  expect((await whoAmI(browser.consoleClient))?.email).toBe(employee.email)
  provider.currentSub = other.sub
  const otherBrowser = newBrowser()
  await otherBrowser.followToPage('/oidc')
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=other_person')
})

test('a step-up after a role change ends the session, and a step-up without a mapped group is refused', async () => {
  const { browser, employee } = await signInAdmin()
  employee.groups = []
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=no_role')
  expect(await runStepUpAction(browser)).toBe('provider_needed')
  employee.groups = ['pix-support']
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=role_changed')
  expect(await whoAmI(browser.consoleClient)).toBeNull()
})

test('the callback of a sign-in does not count as a step-up', async () => {
  const { browser } = await signInAdmin()
  const callbackUrl = await browser.followToCallback('/oidc')
  expect(await browser.followToPage(callbackUrl)).toBe('/')
  expect(await runStepUpAction(browser)).toBe('provider_needed')
})

test('a step-up at the provider is refused without a session and in a session that began with a password', async () => {
  const local = await testConsole.signedIn('admin')
  const browser = newBrowser()
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=sign_in_over')
  browser.setCookie('svc_console', local.cookie?.split('=')[1] ?? '')
  expect(await browser.followToPage('/oidc/step-up')).toBe('/confirmed?refused=sign_in_over')

  const { browser: other } = await signInAdmin()
  const callbackUrl = await other.followToCallback('/oidc/step-up')
  const me = await whoAmI(other.consoleClient)
  await sql(
    world.context(),
    `update staff_session set method = 'local', proved_at = $2 where staff_id = $1`,
    [me?.id ?? '', new Date(0)],
  )
  expect(await other.followToPage(callbackUrl)).toBe('/confirmed?refused=sign_in_over')
})

test('another site cannot start a step-up', async () => {
  const { browser } = await signInAdmin()
  const { headers } = await fetch(`${testConsole.baseUrl}/oidc/step-up`, {
    redirect: 'manual',
    headers: { cookie: `svc_console=${browser.cookie('svc_console')}`, 'sec-fetch-site': 'cross-site' },
  })
  expect(headers.get('location')).toBe('/confirmed?refused=foreign_origin')
})
