import { readBrCode } from '../../pix/br-code.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aChargeBody,
  anIdempotencyKey,
  createCharge,
  type ChargeJson,
} from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 250, feeFixedCents: 15n } })
})
afterAll(() => world.stop())

test('a created charge has every documented field and a valid BR Code', async () => {
  const { status, body, headers } = await createCharge(world.rest, {
    order_reference: 'pedido-1',
    amount_cents: '1990',
    description: 'Dois cafés',
  })
  expect(status).toBe(201)
  expect(headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    gateway_id: world.merchantId,
    environment: 'production',
    order_reference: 'pedido-1',
    amount_cents: '1990',
    currency: 'BRL',
    description: 'Dois cafés',
    status: 'pending',
    fee_percent_bps: 250,
    fee_fixed_cents: '15',
    fee_cents: null,
    net_cents: null,
    reserve_cents: null,
    refunded_cents: '0',
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    paid_at: null,
    late_payment: false,
    is_simulated: false,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
    pix: {
      qr_code_payload: expect.any(String),
      txid: body.id.replaceAll('-', ''),
      expires_at: body.expires_at,
    },
    end_to_end_id: null,
    payments_count: 0,
    failure_message: null,
  })
  expect(readBrCode(body.pix?.qr_code_payload ?? '')).toBeDefined()
  expect(await world.rest.get(`/v1/pix/charges/${body.id}`)).toMatchObject({ status: 200, body })
})

test('fifty concurrent identical requests create one charge and send one PUT to the PSP', async () => {
  const key = anIdempotencyKey()
  const body = aChargeBody()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      world.rest.post<ChargeJson>('/v1/pix/charges', body, { 'idempotency-key': key }),
    ),
  )
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(49).fill(200), 201])
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(49)
  expect(answers.every((answer) => answer.body.status === 'pending')).toBe(true)
  expect(world.network.cob(answers[0]?.body.pix?.txid ?? '')).toMatchObject({ calls: { PUT: 1 } })
})

test('of fifty concurrent requests for one order with different idempotency keys, one creates a charge and 49 get 409', async () => {
  const body = aChargeBody()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      world.rest.post('/v1/pix/charges', body, { 'idempotency-key': anIdempotencyKey() }),
    ),
  )
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(49).fill(409)])
  const refused = answers.filter((answer) => answer.status === 409)
  expect(new Set(refused.map((answer) => answer.body.error.details.reason))).toEqual(
    new Set(['order_reference_in_use']),
  )
  const found = await world.rest.get<{ items: ChargeJson[] }>(
    `/v1/pix/charges?order_reference=${String(body['order_reference'])}`,
  )
  expect(found.body.items).toHaveLength(1)
})

test('the same idempotency key with another body gets idempotency_conflict, even if the order reference is also in use', async () => {
  const key = anIdempotencyKey()
  const first = await createCharge(world.rest, { order_reference: 'pedido-conflito' }, key)
  expect(first.status).toBe(201)
  const other = await world.rest.post(
    '/v1/pix/charges',
    aChargeBody({ order_reference: 'pedido-conflito', amount_cents: 1 }),
    {
      'idempotency-key': key,
    },
  )
  expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } })
})

test('a body with another order of members, "100" for 100 and explicit defaults counts as the same request', async () => {
  const key = anIdempotencyKey()
  const payer = { name: 'A', document: '12345678909', email: 'a@b.co', phone: '11987654321' }
  await createCharge(world.rest, { order_reference: 'pedido-igual', amount_cents: 100, payer }, key)
  const again = await world.rest.post(
    '/v1/pix/charges',
    `{"metadata":{},"payer":{"phone":"11987654321","email":"a@b.co","document":"12345678909","name":"A"},
      "expires_in_seconds":3600,"currency":"BRL","amount_cents":"100","order_reference":"pedido-igual"}`,
    { 'idempotency-key': key },
  )
  expect(again.status).toBe(200)
})

test.each([
  [
    'a payer refused by risk analysis',
    { payer: { document: '00000000000' } },
    'Emissão recusada pela análise de risco',
  ],
  ['a payer without e-mail', { payer: { email: undefined } }, 'Dados do pagador incompletos'],
  [
    'an amount above the limit of API Pix',
    { amount_cents: '1000000000000' },
    'Valor acima do limite permitido',
  ],
])('%s creates a failed charge with a failure message', async (_, changes, message) => {
  const whole = { name: 'A', document: '12345678909', email: 'a@b.co', phone: '11987654321' }
  const payer = 'payer' in changes ? { ...whole, ...changes.payer } : whole
  const { status, body } = await createCharge(world.rest, { ...changes, payer })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'failed', pix: null, expires_at: null, failure_message: message })
})

test('when the PSP certainly created nothing, no charge is stored, and the idempotency key can be used again', async () => {
  const key = anIdempotencyKey()
  const body = aChargeBody()
  world.network.setFault({ on: 'cob', mode: 'http_503', count: 1 })
  const refused = await world.rest.post('/v1/pix/charges', body, { 'idempotency-key': key })
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'provider_unavailable', details: { reason: 'processing_unavailable' } } },
  })
  const again = await world.rest.post<ChargeJson>('/v1/pix/charges', body, { 'idempotency-key': key })
  expect(again).toMatchObject({ status: 201, body: { status: 'pending' } })
})
