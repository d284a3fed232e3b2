import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { Market, type Shop } from '../testing/makers/shops.ts'
import { deliverDue } from './dispatch/deliver-due.ts'
import { ENDPOINTS_ACTIVE_MAX } from './endpoints/endpoint.entity.ts'
import { rotateSecret } from './endpoints/rotate-secret.ts'
import { isSignedBy } from './sending/signature.ts'
import { testEndpoint } from './dispatch/test-endpoint.ts'

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())
beforeEach(() => market.clear())

const at = ({ endpointId }: Shop, rest = '') => `/v1/webhooks/endpoints/${endpointId}${rest}`
const patch = (shop: Shop, body: object) => shop.rest.send('PATCH', at(shop), body, {})

/** The signature of the newest call is made with this secret. */
function isSigned(shop: Shop, secret: string): boolean {
  const call = market.callsTo(shop.path).at(-1)
  const header = String(call?.headers['x-svc-signature'])
  return isSignedBy(secret, header, call?.body ?? '', market.world.clock.now())
}

test('an endpoint changes what is given and keeps the rest', async () => {
  const shop = await market.shop(['charge.paid'])
  const changed = await patch(shop, { event_types: ['charge.expired', 'charge.failed', 'charge.failed'] })
  expect(changed).toMatchObject({
    status: 200,
    body: {
      id: shop.endpointId,
      url: market.receiver.url(shop.path),
      event_types: ['charge.expired', 'charge.failed'],
      status: 'active',
    },
  })
  expect(await patch(shop, { url: 'https://shop.example/other' })).toMatchObject({
    body: { url: 'https://shop.example/other', event_types: ['charge.expired', 'charge.failed'] },
  })
})

test.each([
  [{ url: 'https://10.0.0.1/hook' }, 'ssrf_blocked'],
  [{ url: 'http://shop.example/hook' }, undefined],
  [{ event_types: ['charge.sold'] }, undefined],
  [{ enabled: 'yes' }, undefined],
  [{ status: 'off' }, undefined],
])('a change to %j is refused', async (body, reason) => {
  const refused = await patch(await market.shop(), body)
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    error: { code: 'validation_error', details: reason ? { reason } : {} },
  })
})

test.each(['post', 'patch'] as const)(
  '%s names every fault at once, where the address leads included',
  async (method) => {
    const shop = await market.shop()
    const body = { url: 'https://10.0.0.1/hook', event_types: ['charge.paid', 'charge.sold'], name: 'x' }
    const refused =
      method === 'post' ? await shop.rest.post('/v1/webhooks/endpoints', body) : await patch(shop, body)
    const fields = [
      { path: 'event_types.1', code: 'not_allowed' },
      { path: 'name', code: 'unknown' },
      { path: 'url', code: 'not_allowed' },
    ]
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { details: { reason: 'ssrf_blocked', fields } } },
    })
  },
)

test('an endpoint that its merchant disables skips what happens, and takes up again when enabled', async () => {
  const shop = await market.shop()
  expect(await patch(shop, { enabled: false })).toMatchObject({ body: { status: 'disabled' } })
  await market.events(shop.merchantId)
  expect(await patch(shop, { enabled: true })).toMatchObject({ body: { status: 'active' } })
  await market.events(shop.merchantId)
  await deliverDue(market.context(), 64)
  expect((await market.deliveries(shop)).map(({ status }) => status)).toEqual(['skipped', 'succeeded'])
})

test('enabling counts against the limit like registering', async () => {
  const shop = await market.shop()
  await patch(shop, { enabled: false })
  for (let n = 0; n < ENDPOINTS_ACTIVE_MAX; n++) await market.endpoint(shop.merchantId)
  const refused = await patch(shop, { enabled: true })
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'webhook_endpoint_limit' } } },
  })
})

test('an endpoint that is off cannot be changed, tested or given another secret', async () => {
  const shop = await market.shop()
  await shop.rest.delete(at(shop))
  for (const refused of [
    await patch(shop, { enabled: true }),
    await shop.rest.post(at(shop, '/test')),
    await shop.rest.post(at(shop, '/rotate-secret')),
  ]) {
    expect(refused).toMatchObject({
      status: 404,
      body: { error: { details: { reason: 'webhook_endpoint_not_found' } } },
    })
  }
})

test('after a change of secret both sign for the time of grace, then the new one alone', async () => {
  const shop = await market.shop()
  const rotated = await shop.rest.post<{ signing_secret: string; previous_expires_at: string }>(
    at(shop, '/rotate-secret'),
    { grace_seconds: 3_600 },
  )
  const { signing_secret: secret, previous_expires_at: endsAt } = rotated.body
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(secret).not.toBe(shop.secret)
  expect(new Date(endsAt).getTime() - market.world.clock.now().getTime()).toBeGreaterThan(3_590_000)

  await market.events(shop.merchantId)
  await deliverDue(market.context(), 64)
  expect([isSigned(shop, secret), isSigned(shop, shop.secret)]).toEqual([true, true])
  await testEndpoint(market.context(), shop.merchantId, shop.endpointId)
  expect([isSigned(shop, secret), isSigned(shop, shop.secret)]).toEqual([true, true])

  market.world.clock.advance(3_600_000)
  await market.events(shop.merchantId)
  await deliverDue(market.context(), 64)
  expect([isSigned(shop, secret), isSigned(shop, shop.secret)]).toEqual([true, false])
})

test('a leaked secret ends at once, and a second change within the grace ends the oldest', async () => {
  const shop = await market.shop()
  const ctx = market.context()
  const second = await rotateSecret(ctx, shop.merchantId, shop.endpointId, 3_600)
  const third = await rotateSecret(ctx, shop.merchantId, shop.endpointId, 3_600)
  await market.events(shop.merchantId)
  await deliverDue(ctx, 64)
  expect([shop.secret, second.secret, third.secret].map((secret) => isSigned(shop, secret))).toEqual([
    false,
    true,
    true,
  ])
  const fourth = await rotateSecret(ctx, shop.merchantId, shop.endpointId, 0)
  await market.events(shop.merchantId)
  await deliverDue(ctx, 64)
  expect([third.secret, fourth.secret].map((secret) => isSigned(shop, secret))).toEqual([false, true])
})

test('the test button sends webhook.test, tells what came of it, and leaves no trace', async () => {
  const shop = await market.shop(['charge.paid'])
  const result = await testEndpoint(market.context(), shop.merchantId, shop.endpointId)
  expect(result).toMatchObject({ statusCode: 200, errorClass: null })
  const [call] = market.callsTo(shop.path)
  expect(call?.headers).toMatchObject({ 'x-svc-event-type': 'webhook.test' })
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    type: 'webhook.test',
    data: { endpoint_id: shop.endpointId },
  })
  expect(isSigned(shop, shop.secret)).toBe(true)
  expect(await market.deliveries(shop)).toEqual([])
  expect((await shop.rest.get('/v1/webhooks/events')).body).toEqual({ items: [], next_cursor: null })
})

test('the test button answers over the wire, and not twice within ten seconds', async () => {
  const shop = await market.shop()
  // The server of this test may not reach the receiver, and says so.
  const first = await shop.rest.post(at(shop, '/test'))
  expect(first).toMatchObject({
    status: 200,
    body: { status_code: null, latency_ms: expect.any(Number), error: 'ssrf_blocked' },
  })
  const second = await shop.rest.post(at(shop, '/test'))
  expect(second.status).toBe(429)
  expect(second.headers.get('retry-after')).toBe('10')
  market.world.clock.advance(10_000)
  expect((await shop.rest.post(at(shop, '/test'))).status).toBe(200)
})
