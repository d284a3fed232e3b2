import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { WebhookFixture, type WebhookMerchant } from '../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { ENDPOINTS_ACTIVE_MAX } from './endpoints/endpoint.entity.ts'
import { rotateSecret } from './endpoints/rotate-secret.ts'
import { isSignedBy } from './sending/signature.ts'
import { testEndpoint } from './dispatch/test-endpoint.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

const at = ({ endpointId }: WebhookMerchant, rest = '') => `/v1/webhooks/endpoints/${endpointId}${rest}`
const patch = (merchant: WebhookMerchant, body: object) => merchant.rest.send('PATCH', at(merchant), body, {})

/** Whether the latest call to the merchant is signed with `secret`. */
function isSigned(merchant: WebhookMerchant, secret: string): boolean {
  const call = fixture.callsTo(merchant.path).at(-1)
  const header = String(call?.headers['x-svc-signature'])
  return isSignedBy(secret, header, call?.body ?? '', fixture.world.clock.now())
}

test('a change of an endpoint updates the given fields and keeps the other fields', async () => {
  const merchant = await fixture.createMerchant(['charge.paid'])
  const changed = await patch(merchant, { event_types: ['charge.expired', 'charge.failed', 'charge.failed'] })
  expect(changed).toMatchObject({
    status: 200,
    body: {
      id: merchant.endpointId,
      url: fixture.receiver.url(merchant.path),
      event_types: ['charge.expired', 'charge.failed'],
      status: 'active',
    },
  })
  expect(await patch(merchant, { url: 'https://shop.example/other' })).toMatchObject({
    body: { url: 'https://shop.example/other', event_types: ['charge.expired', 'charge.failed'] },
  })
})

test.each([
  [{ url: 'https://10.0.0.1/hook' }, 'ssrf_blocked'],
  [{ url: 'http://shop.example/hook' }, undefined],
  [{ event_types: ['charge.sold'] }, undefined],
  [{ enabled: 'yes' }, undefined],
  [{ status: 'off' }, undefined],
])('a change of an endpoint to %j is refused', async (body, reason) => {
  const refused = await patch(await fixture.createMerchant(), body)
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    error: { code: 'validation_error', details: reason ? { reason } : {} },
  })
})

test.each(['post', 'patch'] as const)(
  'the response to a %s with several faults lists all of them, including a host that is not public',
  async (method) => {
    const merchant = await fixture.createMerchant()
    const body = { url: 'https://10.0.0.1/hook', event_types: ['charge.paid', 'charge.sold'], name: 'x' }
    const refused =
      method === 'post'
        ? await merchant.rest.post('/v1/webhooks/endpoints', body)
        : await patch(merchant, body)
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

test('an endpoint that its merchant disables skips new events, and gets new events again when it is enabled', async () => {
  const merchant = await fixture.createMerchant()
  expect(await patch(merchant, { enabled: false })).toMatchObject({ body: { status: 'disabled' } })
  await fixture.recordEvents(merchant.merchantId)
  expect(await patch(merchant, { enabled: true })).toMatchObject({ body: { status: 'active' } })
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(fixture.context(), 64)
  expect((await fixture.deliveries(merchant)).map(({ status }) => status)).toEqual(['skipped', 'succeeded'])
})

test('enabling an endpoint is refused at the limit of active endpoints', async () => {
  const merchant = await fixture.createMerchant()
  await patch(merchant, { enabled: false })
  for (let n = 0; n < ENDPOINTS_ACTIVE_MAX; n++) await fixture.createEndpoint(merchant.merchantId)
  const refused = await patch(merchant, { enabled: true })
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'webhook_endpoint_limit' } } },
  })
})

test('an endpoint that is off cannot be changed or tested, and its secret cannot be rotated', async () => {
  const merchant = await fixture.createMerchant()
  await merchant.rest.delete(at(merchant))
  for (const refused of [
    await patch(merchant, { enabled: true }),
    await merchant.rest.post(at(merchant, '/test')),
    await merchant.rest.post(at(merchant, '/rotate-secret')),
  ]) {
    expect(refused).toMatchObject({
      status: 404,
      body: { error: { details: { reason: 'webhook_endpoint_not_found' } } },
    })
  }
})

test('after a rotation both secrets sign during the grace period, then only the new secret signs', async () => {
  const merchant = await fixture.createMerchant()
  const rotated = await merchant.rest.post<{ signing_secret: string; previous_expires_at: string }>(
    at(merchant, '/rotate-secret'),
    { grace_seconds: 3_600 },
  )
  const { signing_secret: secret, previous_expires_at: endsAt } = rotated.body
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(secret).not.toBe(merchant.secret)
  expect(new Date(endsAt).getTime() - fixture.world.clock.now().getTime()).toBeGreaterThan(3_590_000)

  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(fixture.context(), 64)
  expect([isSigned(merchant, secret), isSigned(merchant, merchant.secret)]).toEqual([true, true])
  await testEndpoint(fixture.context(), merchant.merchantId, merchant.endpointId)
  expect([isSigned(merchant, secret), isSigned(merchant, merchant.secret)]).toEqual([true, true])

  fixture.world.clock.advance(3_600_000)
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(fixture.context(), 64)
  expect([isSigned(merchant, secret), isSigned(merchant, merchant.secret)]).toEqual([true, false])
})

test('a rotation without a grace period immediately ends the old secret, and a second rotation ends the oldest secret', async () => {
  const merchant = await fixture.createMerchant()
  const ctx = fixture.context()
  const second = await rotateSecret(ctx, merchant.merchantId, merchant.endpointId, 3_600)
  const third = await rotateSecret(ctx, merchant.merchantId, merchant.endpointId, 3_600)
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(ctx, 64)
  expect([merchant.secret, second.secret, third.secret].map((secret) => isSigned(merchant, secret))).toEqual([
    false,
    true,
    true,
  ])
  const fourth = await rotateSecret(ctx, merchant.merchantId, merchant.endpointId, 0)
  await fixture.recordEvents(merchant.merchantId)
  await deliverDue(ctx, 64)
  expect([third.secret, fourth.secret].map((secret) => isSigned(merchant, secret))).toEqual([false, true])
})

test('a test of an endpoint sends a signed webhook.test and returns the result, without recording an event or delivery', async () => {
  const merchant = await fixture.createMerchant(['charge.paid'])
  const result = await testEndpoint(fixture.context(), merchant.merchantId, merchant.endpointId)
  expect(result).toMatchObject({ statusCode: 200, errorClass: null })
  const [call] = fixture.callsTo(merchant.path)
  expect(call?.headers).toMatchObject({ 'x-svc-event-type': 'webhook.test' })
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    type: 'webhook.test',
    data: { endpoint_id: merchant.endpointId },
  })
  expect(isSigned(merchant, merchant.secret)).toBe(true)
  expect(await fixture.deliveries(merchant)).toEqual([])
  expect((await merchant.rest.get('/v1/webhooks/events')).body).toEqual({ items: [], next_cursor: null })
})

test('a test of an endpoint through the API returns the result, and a second test within ten seconds gets 429', async () => {
  const merchant = await fixture.createMerchant()
  // The test server's sender blocks the receiver, whose address is private.
  const first = await merchant.rest.post(at(merchant, '/test'))
  expect(first).toMatchObject({
    status: 200,
    body: { status_code: null, latency_ms: expect.any(Number), error: 'ssrf_blocked' },
  })
  const second = await merchant.rest.post(at(merchant, '/test'))
  expect(second.status).toBe(429)
  expect(second.headers.get('retry-after')).toBe('10')
  fixture.world.clock.advance(10_000)
  expect((await merchant.rest.post(at(merchant, '/test'))).status).toBe(200)
})
