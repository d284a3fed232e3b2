import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE_URLS, MALFORMED_URLS } from '../../testing/suites/hostile-urls.ts'
import type { ErrorBody } from '../../testing/clients/rest-client.ts'
import { World } from '../../testing/world.ts'
import { ENDPOINTS_ACTIVE_MAX } from './endpoint.entity.ts'
import { listEndpoints } from './endpoint.queries.ts'
import { registerEndpoint } from './register-endpoint.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const PATH = '/v1/webhooks/endpoints'

interface Created {
  id: string
  signing_secret: string
}

const REFUSED: [string, object, object[]][] = [
  ['no url', {}, [{ path: 'url', code: 'required' }]],
  ['a url that is too short', { url: 'https://a' }, [{ path: 'url', code: 'too_short' }]],
  [
    'a url that is too long',
    { url: `https://shop.example/${'a'.repeat(2_000)}` },
    [{ path: 'url', code: 'too_long' }],
  ],
  ['a url without TLS', { url: 'http://shop.example/hook' }, [{ path: 'url', code: 'format' }]],
  [
    'an unknown event type',
    { url: 'https://shop.example/hook', event_types: ['charge.paid', 'charge.sold'] },
    [{ path: 'event_types.1', code: 'not_allowed' }],
  ],
  [
    'the reserved type webhook.test',
    { url: 'https://shop.example/hook', event_types: ['webhook.test'] },
    [{ path: 'event_types.0', code: 'not_allowed' }],
  ],
  [
    'too many event types',
    { url: 'https://shop.example/hook', event_types: Array.from({ length: 31 }, () => 'charge.paid') },
    [{ path: 'event_types', code: 'too_long' }],
  ],
  [
    'an unknown field',
    { url: 'https://shop.example/hook', secret: 'mine' },
    [{ path: 'secret', code: 'unknown' }],
  ],
]

test("registering an endpoint returns its secret, and lists show only the secret's last four characters", async () => {
  const { rest } = await world.anotherMerchant()
  const created = await rest.post<Created>(PATH, { url: 'https://shop.example/hook' })
  expect(created.status).toBe(201)
  expect(Object.keys(created.body)).toEqual(['id', 'signing_secret'])
  expect(created.body.signing_secret).toMatch(/^whsec_[\w-]{43}$/)

  const listed = await rest.get(PATH)
  expect(listed.status).toBe(200)
  expect(listed.body).toEqual({
    items: [
      {
        id: created.body.id,
        url: 'https://shop.example/hook',
        event_types: [],
        status: 'active',
        secret_last4: created.body.signing_secret.slice(-4),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        consecutive_failures: 0,
        paused_until: null,
      },
    ],
  })
})

test('of eleven concurrent registrations one is refused, because a merchant may have only ten active endpoints', async () => {
  const { merchantId } = await world.anotherMerchant()
  const results = await Promise.allSettled(
    Array.from({ length: ENDPOINTS_ACTIVE_MAX + 1 }, (_, n) =>
      registerEndpoint(world.context(), merchantId, { url: `https://shop.example/${n}`, eventTypes: [] }),
    ),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map((result) => result.reason.details.reason)).toEqual(['webhook_endpoint_limit'])
  expect(await listEndpoints(world.context(), merchantId)).toHaveLength(ENDPOINTS_ACTIVE_MAX)
})

test('an eleventh active endpoint is refused with 409 until another endpoint is turned off', async () => {
  const { rest } = await world.anotherMerchant()
  const ids: string[] = []
  for (let n = 0; n < ENDPOINTS_ACTIVE_MAX; n++) {
    ids.push((await rest.post<Created>(PATH, { url: `https://shop.example/${n}` })).body.id)
  }
  const refused = await rest.post(PATH, { url: 'https://shop.example/one-more' })
  expect(refused.status).toBe(409)
  expect(refused.body.error).toMatchObject({
    code: 'conflict',
    details: { reason: 'webhook_endpoint_limit' },
  })
  expect((await rest.delete(`${PATH}/${ids[0]}`)).body).toEqual({ ok: true })
  expect((await rest.post(PATH, { url: 'https://shop.example/one-more' })).status).toBe(201)
})

test.each(REFUSED)('an endpoint with %s is refused', async (_name, body, fields) => {
  const answer = await world.rest.post(PATH, body)
  expect(answer.status).toBe(422)
  expect(answer.body.error.code).toBe('validation_error')
  expect(answer.body.error.details.fields).toEqual(
    fields.map((field) => ({ ...field, message: expect.any(String) })),
  )
})

test('registering or changing an endpoint accepts neither a private address in any spelling nor a malformed URL', async () => {
  expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(100)
  const { rest } = await world.anotherMerchant({ writeRate: 10_000 })
  const { body } = await rest.post<Created>(PATH, { url: 'https://shop.example/hook' })
  const change = (url: string) => rest.send<ErrorBody>('PATCH', `${PATH}/${body.id}`, { url }, {})
  const refused = async (urls: readonly string[]) => [
    ...(await Promise.all(urls.map(async (url) => ({ url, answer: await rest.post(PATH, { url }) })))),
    ...(await Promise.all(urls.slice(0, 10).map(async (url) => ({ url, answer: await change(url) })))),
  ]
  for (const { url, answer } of await refused(HOSTILE_URLS)) {
    expect({ url, status: answer.status, details: answer.body.error.details }).toEqual({
      url,
      status: 422,
      details: {
        reason: 'ssrf_blocked',
        fields: [{ path: 'url', code: 'not_allowed', message: expect.any(String) }],
      },
    })
  }
  for (const { url, answer } of await refused(MALFORMED_URLS)) {
    const { fields } = answer.body.error.details
    const paths = new Set(fields?.map(({ path }) => path))
    expect([url, answer.status, ...paths]).toEqual([url, 422, 'url'])
  }
  expect((await rest.get<{ items: unknown[] }>(PATH)).body.items).toMatchObject([
    { url: 'https://shop.example/hook' },
  ])
})

test('an endpoint that is off is not listed, and turning it off again gets the same response', async () => {
  const { rest } = await world.anotherMerchant()
  const { body } = await rest.post<Created>(PATH, { url: 'https://shop.example/hook' })
  for (let n = 0; n < 2; n++) {
    const answer = await rest.delete(`${PATH}/${body.id}`)
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
  }
  expect((await rest.get(PATH)).body).toEqual({ items: [] })
})

test("turning off another merchant's endpoint, an unknown id or a malformed id gets 404", async () => {
  const { rest } = await world.anotherMerchant()
  const { body } = await world.rest.post<Created>(PATH, { url: 'https://shop.example/hook' })
  for (const id of [body.id, '019a0000-0000-7000-8000-000000000000', 'hook']) {
    const answer = await rest.delete(`${PATH}/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.body.error.details).toEqual({ reason: 'webhook_endpoint_not_found' })
  }
})
