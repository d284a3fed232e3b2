import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  call,
  connect,
  createCharge,
  getBalance,
  listCharges,
  NoResponseError,
  pages,
  PixError,
  RateLimitedError,
  updateWebhookEndpoint,
  ValidationError,
  verifyWebhook,
  WebhookSignatureError,
  type Client,
} from './client.ts'

interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const requests: { method: string; url: string; key: unknown; authorization: unknown; body: string }[] = []
const waits: number[] = []
let replies: Reply[] = []
let client: Client

const server = createServer((req, res) => {
  void readBody(req).then((body) => {
    const { method = '', url = '', headers } = req
    requests.push({
      method,
      url,
      key: headers['idempotency-key'],
      authorization: headers.authorization,
      body,
    })
    const reply = replies.shift()
    if (!reply) return req.socket.destroy()
    res.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    return res.end(JSON.stringify(reply.body))
  })
})

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  client = connect({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'svc_live_key',
    sleep: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    random: () => 1,
  })
})
afterAll(
  () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    }),
)
beforeEach(() => {
  requests.length = 0
  waits.length = 0
  replies = []
})

const failure = (status: number, code: string, details: object = {}, headers = {}): Reply => ({
  status,
  body: { error: { code, message: 'Falhou.', details, correlation_id: 'correlation-1' } },
  headers,
})
const aCharge = (id: string): Reply => ({ status: 201, body: { id, status: 'pending' } })
const create = () =>
  createCharge({
    client,
    headers: { 'Idempotency-Key': 'pedido-1-tentativa-1' },
    body: { order_reference: 'pedido-1', amount_cents: 1_990 },
  })

test('after 429, 500 and 503, the client repeats a request with the same key and body', async () => {
  replies = [
    failure(429, 'rate_limited', {}, { 'retry-after': '7' }),
    failure(500, 'internal_error'),
    failure(503, 'service_unavailable', { reason: 'request_in_progress' }),
    aCharge('charge-1'),
  ]
  expect(await call(create())).toMatchObject({ id: 'charge-1' })
  expect(waits).toEqual([7_000, 1_000, 2_000])
  expect(new Set(requests.map(({ key, body }) => `${String(key)} ${body}`))).toEqual(
    new Set(['pedido-1-tentativa-1 {"order_reference":"pedido-1","amount_cents":1990}']),
  )
  expect(requests.map(({ authorization }) => authorization)).toEqual(Array(4).fill('Bearer svc_live_key'))
})

test('when every attempt gets 429, `call` throws a RateLimitedError', async () => {
  replies = Array.from({ length: 5 }, () => failure(429, 'rate_limited', {}, { 'retry-after': '1' }))
  const error = await call(create()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RateLimitedError)
  expect(error).toMatchObject({ status: 429, retryAfterSeconds: 1, correlationId: 'correlation-1' })
  expect(requests).toHaveLength(5)
})

test('if no attempt gets a response, `call` throws NoResponseError', async () => {
  await expect(call(getBalance({ client }))).rejects.toBeInstanceOf(NoResponseError)
  expect(requests).toHaveLength(5)
})

test('a request without an idempotency key is not repeated, unless it is a GET', async () => {
  replies = [failure(503, 'service_unavailable')]
  const change = updateWebhookEndpoint({ client, path: { id: 'e' }, body: { enabled: true } })
  await expect(call(change)).rejects.toMatchObject({ code: 'service_unavailable' })
  expect([requests.length, waits]).toEqual([1, []])
})

test('the client does not repeat a request that got the reason account_not_enabled', async () => {
  replies = [failure(503, 'provider_unavailable', { reason: 'account_not_enabled' })]
  await expect(call(create())).rejects.toMatchObject({ reason: 'account_not_enabled' })
  expect(requests).toHaveLength(1)
})

test('a response with 422 becomes a ValidationError with all invalid fields', async () => {
  const fields = [{ path: 'payer.document', code: 'format', message: 'Formato inválido.' }]
  replies = [failure(422, 'validation_error', { fields })]
  const error = await call(create()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ValidationError)
  expect(error).toMatchObject({ fields })
})

test('a response with an unknown error code becomes a PixError', async () => {
  replies = [failure(418, 'teapot')]
  await expect(call(create())).rejects.toMatchObject({ constructor: PixError, code: 'teapot' })
})

const page = (ids: string[], next_cursor: string | null): Reply => ({
  status: 200,
  body: { items: ids.map((id) => ({ id })), next_cursor },
})

test('`pages` reads every page with the same filters, and each page only when the caller needs its items', async () => {
  replies = [page(['a', 'b'], 'cursor-2'), page(['c'], null)]
  const seen: [string, number][] = []
  for await (const { id } of pages((cursor) => listCharges({ client, query: { status: 'paid', cursor } }))) {
    seen.push([id, requests.length])
  }
  expect(seen).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ])
  expect(requests.map(({ url }) => url)).toEqual([
    '/v1/pix/charges?status=paid',
    '/v1/pix/charges?status=paid&cursor=cursor-2',
  ])
})

/** The test vector of the webhook guide. `now` is the time of its signature. */
const VECTOR = {
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  body: '{"id":"evt_01JD0000000000000000000000","type":"charge.paid","version":"v1","created_at":"2026-11-20T12:00:00.000Z","environment":"production","data":{"amount_cents":"1990"}}',
  signature: 't=1795435200,v1=188b6ea4411947f27c5c2e4497c7f77040df686b61c021216d10f3057673332e',
  now: new Date(1_795_435_200_000),
}

test('verifyWebhook returns the event of a valid signature, even if there is a second, invalid signature', async () => {
  const { signature } = VECTOR
  expect(await verifyWebhook(VECTOR)).toMatchObject({ type: 'charge.paid', data: { amount_cents: '1990' } })
  const rotated = signature.replace(',', `,v1=${'0'.repeat(64)},`)
  expect(await verifyWebhook({ ...VECTOR, signature: rotated })).toMatchObject({ type: 'charge.paid' })
  const bytes = new TextEncoder().encode(VECTOR.body)
  expect(await verifyWebhook({ ...VECTOR, body: bytes })).toMatchObject({ type: 'charge.paid' })
})

test.each([
  ['a changed body', { body: `${VECTOR.body} ` }],
  ['another secret', { secret: 'whsec_other' }],
  ['a webhook without a signature', { signature: null }],
  ['a header without a time', { signature: 'v1=00' }],
  ['an old signature', { now: new Date(VECTOR.now.getTime() + 301_000) }],
])('verifyWebhook refuses %s', async (_, changes) => {
  await expect(verifyWebhook({ ...VECTOR, ...changes })).rejects.toBeInstanceOf(WebhookSignatureError)
})
