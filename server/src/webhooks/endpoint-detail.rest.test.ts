import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answer } from '../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../testing/deliver-due.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

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

const at = ({ endpointId }: WebhookMerchant, rest = '') => `/v1/webhooks/endpoints/${endpointId}${rest}`
const read = async (merchant: WebhookMerchant) => (await merchant.rest.get<Detail>(at(merchant))).body
const patch = (merchant: WebhookMerchant, body: object) =>
  merchant.rest.send<Partial<Detail>>('PATCH', at(merchant), body, {})
const deliver = () => deliverDue(fixture.context(), 64)

test('a single endpoint has all fields of the list and more, for example the last error', async () => {
  const merchant = await fixture.createMerchant(['balance.available'])
  const listed = await merchant.rest.get<{ items: object[] }>('/v1/webhooks/endpoints')
  expect(Object.keys(listed.body.items[0] ?? {}).toSorted()).toEqual(LIST_FIELDS)
  expect(await read(merchant)).toEqual({
    ...listed.body.items[0],
    description: null,
    disabled_reason: null,
    failing_since: null,
    last_error: null,
    last_success_at: null,
  })
})

test('an endpoint keeps its last error after a later success, and also shows the time of its last success', async () => {
  const merchant = await fixture.createMerchant()
  fixture.receiver.behave(answer(503))
  await fixture.recordEvents(merchant.merchantId)
  await deliver()
  const failed = await read(merchant)
  expect(failed).toMatchObject({
    last_error: { code: 'http_5xx', status_code: 503, at: expect.stringMatching(/Z$/) },
    last_success_at: null,
  })
  expect(failed.failing_since).toBe(failed.last_error?.at)

  fixture.receiver.behave(answer(200))
  fixture.world.clock.advance(60_000)
  await deliver()
  const healthy = await read(merchant)
  expect(healthy).toMatchObject({ failing_since: null, last_error: failed.last_error })
  expect(Date.parse(healthy.last_success_at ?? '')).toBeGreaterThan(Date.parse(failed.last_error?.at ?? ''))
})

test.each([
  [{ status: 429, code: 'rate_limited' }],
  [{ status: 404, code: 'http_4xx' }],
  [{ status: 302, code: 'redirect' }],
])('a response with an error status becomes the last error of its endpoint: %j', async ({ status, code }) => {
  const merchant = await fixture.createMerchant()
  fixture.receiver.behave(answer(status))
  await fixture.recordEvents(merchant.merchantId)
  await deliver()
  expect((await read(merchant)).last_error).toMatchObject({ code, status_code: status })
})

test('the last error of an endpoint has no status code if no response arrived', async () => {
  const merchant = await fixture.createMerchant()
  await patch(merchant, { url: 'https://no-such-host.example/hook' })
  await fixture.recordEvents(merchant.merchantId)
  await deliver()
  expect((await read(merchant)).last_error).toMatchObject({ code: 'dns_error', status_code: null })
})

test('a description can be set, changed and cleared, but PATCH and the list do not return it', async () => {
  const { merchantId, rest } = await fixture.world.anotherMerchant()
  const created = await rest.post<{ id: string }>('/v1/webhooks/endpoints', {
    url: 'https://shop.example/hook',
    description: 'Estoque, ambiente principal',
  })
  expect(created.status).toBe(201)
  expect(Object.keys(created.body).toSorted()).toEqual(['id', 'signing_secret'])
  const merchant: WebhookMerchant = { merchantId, rest, endpointId: created.body.id, path: '', secret: '' }
  expect((await read(merchant)).description).toBe('Estoque, ambiente principal')
  const changed = await patch(merchant, { description: 'Loja' })
  expect(Object.keys(changed.body).toSorted()).toEqual(LIST_FIELDS)
  expect((await read(merchant)).description).toBe('Loja')
  await patch(merchant, { event_types: ['charge.paid'] })
  expect((await read(merchant)).description).toBe('Loja')
  await patch(merchant, { description: null })
  expect((await read(merchant)).description).toBeNull()
})

test.each([
  ['', 'too_short'],
  ['x'.repeat(141), 'too_long'],
  [7, 'type'],
])('the description %j is refused', async (description, code) => {
  const merchant = await fixture.createMerchant()
  for (const refused of [
    await patch(merchant, { description }),
    await merchant.rest.post('/v1/webhooks/endpoints', { url: 'https://shop.example/hook', description }),
  ])
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ path: 'description', code }] } } },
    })
})

test("another merchant's endpoint, an unknown or malformed id and an endpoint that is off get 404", async () => {
  const [merchant, other] = [await fixture.createMerchant(), await fixture.createMerchant()]
  const off = await fixture.createMerchant()
  await off.rest.delete(at(off))
  const answers = [
    await other.rest.get(at(merchant)),
    await merchant.rest.get('/v1/webhooks/endpoints/01a205c3-0d80-7020-8971-2d0eab394829'),
    await merchant.rest.get('/v1/webhooks/endpoints/7'),
    await off.rest.get(at(off)),
  ]
  for (const refused of answers)
    expect(refused).toMatchObject({
      status: 404,
      body: { error: { details: { reason: 'webhook_endpoint_not_found' } } },
    })
})

test.each([
  [
    'that its merchant disabled',
    (merchant: WebhookMerchant) => patch(merchant, { enabled: false }),
    'manual',
  ],
  [
    'that responded with 410',
    async (merchant: WebhookMerchant) => {
      fixture.receiver.behave(answer(410))
      await fixture.recordEvents(merchant.merchantId)
      await deliver()
    },
    'gone',
  ],
])(
  'an endpoint %s has a disabled_reason, and the refusal of a replay contains the same reason',
  async (_, disable, reason) => {
    const merchant = await fixture.createMerchant()
    await fixture.recordEvents(merchant.merchantId)
    await disable(merchant)
    expect(await read(merchant)).toMatchObject({ status: 'disabled', disabled_reason: reason })
    const [delivery] = await fixture.deliveries(merchant)
    const now = fixture.world.clock.now().getTime()
    const period = { from: new Date(now - 60_000).toISOString(), to: new Date(now).toISOString() }
    const replays = [
      await merchant.rest.post(`/v1/webhooks/deliveries/${delivery?.id}/replay`),
      await merchant.rest.post('/v1/webhooks/replays', { endpoint_id: merchant.endpointId, ...period }),
      await merchant.rest.post('/v1/webhooks/replays', {
        endpoint_id: merchant.endpointId,
        source: 'events',
        ...period,
      }),
    ]
    for (const refused of replays)
      expect([refused.status, refused.body.error.details]).toEqual([
        409,
        { reason: 'webhook_endpoint_disabled', disabled_reason: reason },
      ])
    const tested = await merchant.rest.post(at(merchant, '/test'))
    expect(tested).toMatchObject({ status: 200, body: { error: expect.anything() } })
  },
)

test('an attempt contains the allowed response headers, without cookies, and the IP address of the receiver', async () => {
  const merchant = await fixture.createMerchant()
  const headers = { 'x-request-id': 'r-1', 'set-cookie': 'session=secret', 'x-other': 'y' }
  fixture.receiver.behave(answer(500, headers))
  await fixture.recordEvents(merchant.merchantId)
  await deliver()
  const [delivery] = await fixture.deliveries(merchant)
  const { body } = await merchant.rest.get<{ attempts: Record<string, unknown>[] }>(
    `/v1/webhooks/deliveries/${delivery?.id}`,
  )
  expect(body.attempts).toMatchObject([
    { remote_address: '127.0.0.1', response_headers: { 'x-request-id': 'r-1' } },
  ])
  expect(JSON.stringify(body)).not.toMatch(/session=secret|x-other/)
})
