import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import { TestConsole } from '../../testing/clients/console-client.ts'
import { TestIdentityProvider, withIdentityProvider } from '../../testing/fakes/test-identity-provider.ts'
import { WebBrowser } from '../../testing/clients/web-browser.ts'
import { World } from '../../testing/world.ts'
import { ATTEMPTS_WINDOW_MS, PROVIDER_STARTS_MAX } from '../throttle/throttle.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ log: makeLog('silent') })
})
afterAll(() => world.stop())

const callback = (): string => `${world.kit.config.publicUrl}/oidc/callback`

const waysOf = async (testConsole: TestConsole) =>
  (await testConsole.browser().send('{ signInWays { provider anybodyByPassword } }')).data

test('without an identity provider, /oidc answers 404, and the session cookie is SameSite=Strict', async () => {
  await using testConsole = await TestConsole.start(world.kit)
  expect(await waysOf(testConsole)).toEqual({ signInWays: { provider: null, anybodyByPassword: true } })
  expect((await fetch(`${testConsole.baseUrl}/oidc`, { redirect: 'manual' })).status).toBe(404)
  const { email, password } = await testConsole.createPerson('support')
  const { headers } = await testConsole.browser().signIn(email, password)
  expect(headers.getSetCookie()[0]).toContain('SameSite=Strict')
})

test('with break-glass, only administrators sign in with a password, and other people get invalid_credentials even with the right password', async () => {
  await using provider = await TestIdentityProvider.start(callback())
  await using testConsole = await TestConsole.start(
    withIdentityProvider(world.kit, provider.issuer, 'break-glass'),
  )
  expect(await waysOf(testConsole)).toEqual({ signInWays: { provider: 'Empresa', anybodyByPassword: false } })
  const [support, admin] = [
    await testConsole.createPerson('support'),
    await testConsole.createPerson('admin'),
  ]
  const { data, errors } = await testConsole.browser().signIn(support.email, support.password)
  expect(data).toBeNull()
  expect(errors[0]?.extensions.reason).toBe('invalid_credentials')
  expect((await testConsole.browser().signIn(admin.email, admin.password)).data?.signIn.next).toBe('code')
})

test('when the identity provider is unavailable, the console starts, a sign-in at the provider reports the unavailability, and passwords are accepted', async () => {
  const provider = await TestIdentityProvider.start(callback())
  await provider.stop()
  await using testConsole = await TestConsole.start(withIdentityProvider(world.kit, provider.issuer))
  const browser = new WebBrowser(world.kit.config.publicUrl, testConsole.baseUrl)
  expect(await browser.followToPage('/oidc?return=/charges')).toBe('/sign-in?refused=provider_away')
  const { email, password } = await testConsole.createPerson('support')
  expect((await testConsole.browser().signIn(email, password)).data?.signIn.next).toBe('done')
})

test('if the provider becomes unavailable before the callback, the reason is provider_away, not provider_refused', async () => {
  const provider = await TestIdentityProvider.start(callback())
  await using testConsole = await TestConsole.start(withIdentityProvider(world.kit, provider.issuer))
  provider.addEmployee({ groups: ['pix-support'] })
  const browser = new WebBrowser(world.kit.config.publicUrl, testConsole.baseUrl)
  const callbackUrl = await browser.followToCallback('/oidc')
  await provider.stop()
  expect(await browser.followToPage(callbackUrl)).toBe('/sign-in?refused=provider_away')
})

test('after sixty redirects from one address, further redirects to the provider are refused for at most fifteen minutes', async () => {
  world.clock.advance(ATTEMPTS_WINDOW_MS)
  await using provider = await TestIdentityProvider.start(callback())
  await using testConsole = await TestConsole.start(withIdentityProvider(world.kit, provider.issuer))
  const startSignIn = async () => {
    const { status, headers } = await fetch(`${testConsole.baseUrl}/oidc?return=/charges`, {
      redirect: 'manual',
    })
    return { status, location: headers.get('location') ?? '', wait: Number(headers.get('retry-after')) }
  }
  const starts = await Promise.all(Array.from({ length: PROVIDER_STARTS_MAX + 5 }, startSignIn))
  expect(starts.filter(({ location }) => location.startsWith(provider.issuer))).toHaveLength(
    PROVIDER_STARTS_MAX,
  )
  const { wait, ...refused } = await startSignIn()
  expect(refused).toEqual({ status: 303, location: '/sign-in?refused=too_many_attempts' })
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(ATTEMPTS_WINDOW_MS / 1_000)
  world.clock.advance(ATTEMPTS_WINDOW_MS)
  expect((await startSignIn()).location).toContain(provider.issuer)
})
