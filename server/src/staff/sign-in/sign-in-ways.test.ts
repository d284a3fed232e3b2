import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import { TestConsole } from '../../testing/clients/console-client.ts'
import { TestProvider, withProvider } from '../../testing/far-end/test-provider.ts'
import { WebBrowser } from '../../testing/clients/web-browser.ts'
import { World } from '../../testing/world.ts'
import { ATTEMPTS_WINDOW_MS, PROVIDER_STARTS_MAX } from '../throttle/throttle.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ log: makeLog('silent') })
})
afterAll(() => world.stop())

const callback = (): string => `${world.kit.config.publicUrl}/oidc/callback`

const waysOf = async (office: TestConsole) =>
  (await office.browser().send('{ signInWays { provider anybodyByPassword } }')).data

test('without a provider there is no way to one, and the cookie is for our own pages alone', async () => {
  await using office = await TestConsole.start(world.kit)
  expect(await waysOf(office)).toEqual({ signInWays: { provider: null, anybodyByPassword: true } })
  expect((await fetch(`${office.baseUrl}/oidc`, { redirect: 'manual' })).status).toBe(404)
  const { email, password } = await office.person('support')
  const { headers } = await office.browser().signIn(email, password)
  expect(headers.getSetCookie()[0]).toContain('SameSite=Strict')
})

test('break-glass: with a password only administrators come in, and nobody learns that a password was right', async () => {
  await using provider = await TestProvider.start(callback())
  await using office = await TestConsole.start(withProvider(world.kit, provider.issuer, 'break-glass'))
  expect(await waysOf(office)).toEqual({ signInWays: { provider: 'Empresa', anybodyByPassword: false } })
  const [support, admin] = [await office.person('support'), await office.person('admin')]
  const { data, errors } = await office.browser().signIn(support.email, support.password)
  expect(data).toBeNull()
  expect(errors[0]?.extensions.reason).toBe('invalid_credentials')
  expect((await office.browser().signIn(admin.email, admin.password)).data?.signIn.next).toBe('code')
})

test('with the provider away the console starts, says so, and lets people in by password', async () => {
  const provider = await TestProvider.start(callback())
  await provider.stop()
  await using office = await TestConsole.start(withProvider(world.kit, provider.issuer))
  const browser = new WebBrowser(world.kit.config.publicUrl, office.baseUrl)
  expect(await browser.land('/oidc?return=/charges')).toBe('/sign-in?refused=provider_away')
  const { email, password } = await office.person('support')
  expect((await office.browser().signIn(email, password)).data?.signIn.next).toBe('done')
})

test('a provider that goes away between question and answer is told apart from one that refuses', async () => {
  const provider = await TestProvider.start(callback())
  await using office = await TestConsole.start(withProvider(world.kit, provider.issuer))
  provider.hire({ groups: ['pix-support'] })
  const browser = new WebBrowser(world.kit.config.publicUrl, office.baseUrl)
  const answer = await browser.answer('/oidc')
  await provider.stop()
  expect(await browser.land(answer)).toBe('/sign-in?refused=provider_away')
})

test('one address begins sixty ways to the provider in fifteen minutes; the next is told to wait, and asks nothing of it', async () => {
  world.clock.advance(ATTEMPTS_WINDOW_MS)
  await using provider = await TestProvider.start(callback())
  await using office = await TestConsole.start(withProvider(world.kit, provider.issuer))
  const begin = async () => {
    const { status, headers } = await fetch(`${office.baseUrl}/oidc?return=/charges`, { redirect: 'manual' })
    return { status, location: headers.get('location') ?? '', wait: Number(headers.get('retry-after')) }
  }
  const begun = await Promise.all(Array.from({ length: PROVIDER_STARTS_MAX + 5 }, begin))
  expect(begun.filter(({ location }) => location.startsWith(provider.issuer))).toHaveLength(
    PROVIDER_STARTS_MAX,
  )
  const { wait, ...refused } = await begin()
  expect(refused).toEqual({ status: 303, location: '/sign-in?refused=too_many_attempts' })
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(ATTEMPTS_WINDOW_MS / 1_000)
  world.clock.advance(ATTEMPTS_WINDOW_MS)
  expect((await begin()).location).toContain(provider.issuer)
})
