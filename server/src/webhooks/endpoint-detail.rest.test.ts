import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answer } from '../testing/far-end/receiver.ts'
import { Market, type Shop } from '../testing/makers/shops.ts'
import { deliverDue } from './dispatch/deliver-due.ts'

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())
beforeEach(() => market.clear())

const LIST_FIELDS = [
  'consecutive_failures',
  'created_at',
  'event_types',
  'id',
  'paused_until',
  'secret_last4',
  'status',
  'url',
]

interface Detail {
  id: string
  status: string
  description: string | null
  disabled_reason: string | null
  failing_since: string | null
  last_success_at: string | null
  last_error: { code: string; status_code: number | null; at: string } | null
}

const at = ({ endpointId }: Shop, rest = '') => `/v1/webhooks/endpoints/${endpointId}${rest}`
const read = async (shop: Shop) => (await shop.rest.get<Detail>(at(shop))).body
const patch = (shop: Shop, body: object) => shop.rest.send<Partial<Detail>>('PATCH', at(shop), body, {})
const deliver = () => deliverDue(market.context(), 64)

test('the single endpoint shows the eight fields of the list, and its description, reason, errors and success', async () => {
  const shop = await market.shop(['balance.available'])
  const listed = await shop.rest.get<{ items: object[] }>('/v1/webhooks/endpoints')
  expect(Object.keys(listed.body.items[0] ?? {}).toSorted()).toEqual(LIST_FIELDS)
  expect(await read(shop)).toEqual({
    ...listed.body.items[0],
    description: null,
    disabled_reason: null,
    failing_since: null,
    last_error: null,
    last_success_at: null,
  })
})

test('the last error and the last success stay readable, each with its time', async () => {
  const shop = await market.shop()
  market.receiver.behave(answer(503))
  await market.events(shop.merchantId)
  await deliver()
  const failed = await read(shop)
  expect(failed).toMatchObject({
    last_error: { code: 'http_5xx', status_code: 503, at: expect.stringMatching(/Z$/) },
    last_success_at: null,
  })
  expect(failed.failing_since).toBe(failed.last_error?.at)

  market.receiver.behave(answer(200))
  market.world.clock.advance(60_000)
  await deliver()
  const healthy = await read(shop)
  expect(healthy).toMatchObject({ failing_since: null, last_error: failed.last_error })
  expect(Date.parse(healthy.last_success_at ?? '')).toBeGreaterThan(Date.parse(failed.last_error?.at ?? ''))
})

test.each([
  [{ status: 429, code: 'rate_limited' }],
  [{ status: 404, code: 'http_4xx' }],
  [{ status: 302, code: 'redirect' }],
])('an answer of %j is the last error of its endpoint', async ({ status, code }) => {
  const shop = await market.shop()
  market.receiver.behave(answer(status))
  await market.events(shop.merchantId)
  await deliver()
  expect((await read(shop)).last_error).toMatchObject({ code, status_code: status })
})

test('an error without an answer has no status code', async () => {
  const shop = await market.shop()
  await patch(shop, { url: 'https://no-such-host.example/hook' })
  await market.events(shop.merchantId)
  await deliver()
  expect((await read(shop)).last_error).toMatchObject({ code: 'dns_error', status_code: null })
})

test('a description is set, changed and cleared; PATCH and the list do not show it', async () => {
  const { merchantId, rest } = await market.world.anotherMerchant()
  const created = await rest.post<{ id: string }>('/v1/webhooks/endpoints', {
    url: 'https://shop.example/hook',
    description: 'Estoque, ambiente principal',
  })
  expect(created.status).toBe(201)
  expect(Object.keys(created.body).toSorted()).toEqual(['id', 'signing_secret'])
  const shop: Shop = { merchantId, rest, endpointId: created.body.id, path: '', secret: '' }
  expect((await read(shop)).description).toBe('Estoque, ambiente principal')
  const changed = await patch(shop, { description: 'Loja' })
  expect(Object.keys(changed.body).toSorted()).toEqual(LIST_FIELDS)
  expect((await read(shop)).description).toBe('Loja')
  await patch(shop, { event_types: ['charge.paid'] })
  expect((await read(shop)).description).toBe('Loja')
  await patch(shop, { description: null })
  expect((await read(shop)).description).toBeNull()
})

test.each([
  ['', 'too_short'],
  ['x'.repeat(141), 'too_long'],
  [7, 'type'],
])('the description %j is refused', async (description, code) => {
  const shop = await market.shop()
  for (const refused of [
    await patch(shop, { description }),
    await shop.rest.post('/v1/webhooks/endpoints', { url: 'https://shop.example/hook', description }),
  ])
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ path: 'description', code }] } } },
    })
})

test('an endpoint of another account, an unknown, a malformed and an off one are not found', async () => {
  const [shop, stranger] = [await market.shop(), await market.shop()]
  const off = await market.shop()
  await off.rest.delete(at(off))
  const answers = [
    await stranger.rest.get(at(shop)),
    await shop.rest.get('/v1/webhooks/endpoints/01a205c3-0d80-7020-8971-2d0eab394829'),
    await shop.rest.get('/v1/webhooks/endpoints/7'),
    await off.rest.get(at(off)),
  ]
  for (const refused of answers)
    expect(refused).toMatchObject({
      status: 404,
      body: { error: { details: { reason: 'webhook_endpoint_not_found' } } },
    })
})

test.each([
  ['disabled by its merchant', (shop: Shop) => patch(shop, { enabled: false }), 'manual'],
  [
    'that answered 410',
    async (shop: Shop) => {
      market.receiver.behave(answer(410))
      await market.events(shop.merchantId)
      await deliver()
    },
    'gone',
  ],
])('an endpoint %s shows the reason, and so does each refusal to replay', async (_, disable, reason) => {
  const shop = await market.shop()
  await market.events(shop.merchantId)
  await disable(shop)
  expect(await read(shop)).toMatchObject({ status: 'disabled', disabled_reason: reason })
  const [delivery] = await market.deliveries(shop)
  const now = market.world.clock.now().getTime()
  const period = { from: new Date(now - 60_000).toISOString(), to: new Date(now).toISOString() }
  const replays = [
    await shop.rest.post(`/v1/webhooks/deliveries/${delivery?.id}/replay`),
    await shop.rest.post('/v1/webhooks/replays', { endpoint_id: shop.endpointId, ...period }),
    await shop.rest.post('/v1/webhooks/replays', {
      endpoint_id: shop.endpointId,
      source: 'events',
      ...period,
    }),
  ]
  for (const refused of replays)
    expect([refused.status, refused.body.error.details]).toEqual([
      409,
      { reason: 'webhook_endpoint_disabled', disabled_reason: reason },
    ])
  const tested = await shop.rest.post(at(shop, '/test'))
  expect(tested).toMatchObject({ status: 200, body: { error: expect.anything() } })
})

test('an attempt shows the kept response headers, without cookies, and the address of the receiver', async () => {
  const shop = await market.shop()
  const headers = { 'x-request-id': 'r-1', 'set-cookie': 'session=secret', 'x-other': 'y' }
  market.receiver.behave(answer(500, headers))
  await market.events(shop.merchantId)
  await deliver()
  const [delivery] = await market.deliveries(shop)
  const { body } = await shop.rest.get<{ attempts: Record<string, unknown>[] }>(
    `/v1/webhooks/deliveries/${delivery?.id}`,
  )
  expect(body.attempts).toMatchObject([
    { remote_address: '127.0.0.1', response_headers: { 'x-request-id': 'r-1' } },
  ])
  expect(JSON.stringify(body)).not.toMatch(/session=secret|x-other/)
})
