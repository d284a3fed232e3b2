import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateTerms } from '../../merchants/update-terms.ts'
import { itIsIdempotent } from '../../testing/suites/it-is-idempotent.ts'
import { aChargeBody, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const post = (body: unknown, headers: Record<string, string>) =>
  world.rest.post<Record<string, unknown>>('/v1/pix/charges', body, headers)

itIsIdempotent({
  name: 'POST /v1/pix/charges',
  prepare: () => {
    const body = aChargeBody()
    const order = String(body['order_reference'])
    return Promise.resolve({
      send: (headers: Record<string, string>) => post(body, headers),
      sendOther: (headers: Record<string, string>) => post({ ...body, amount_cents: 1 }, headers),
      countCreated: async () => {
        const found = await world.rest.get<{ items: object[] }>(`/v1/pix/charges?order_reference=${order}`)
        return found.body.items.length
      },
    })
  },
})

const whole = () => ({
  ...aChargeBody(),
  currency: 'BRL',
  description: 'Dois cafés',
  expires_in_seconds: 3_600,
  metadata: { loja: '7', caixa: '2' },
})

/** Returns the value as JSON. The order of its members depends on `seed`, and the amount is written as `amount`. */
function rewritten(value: unknown, seed: number, amount: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(
    ([a], [b]) => ((seed * (a.length + 3)) % 7) - ((seed * (b.length + 5)) % 7) || a.localeCompare(b),
  )
  const texts = members.map(
    ([name, member]) =>
      `${JSON.stringify(name)}: ${name === 'amount_cents' ? amount : rewritten(member, seed, amount)}`,
  )
  return `{ ${texts.join(' , ')} }`
}

const FORMS = ['10000', '"10000"', '1e4', '10000.0', '"010000"', '100e2', '1.0E+4']
const DEFAULTS = ['currency', 'expires_in_seconds'] as const

test('a repeated body with other member order, other amount notation or omitted defaults returns the first charge', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1_000),
      fc.constantFrom(...FORMS),
      fc.subarray([...DEFAULTS]),
      async (seed, form, leftOut) => {
        const body = whole()
        const headers = { 'idempotency-key': anIdempotencyKey() }
        const first = await post(body, headers)
        const same = Object.fromEntries(
          Object.entries(body).filter(([name]) => !leftOut.some((absent) => absent === name)),
        )
        const again = await post(rewritten(same, seed, form), headers)
        expect([first.status, again.status, again.body['id']]).toEqual([201, 200, first.body['id']])
      },
    ),
    { numRuns: 40 },
  )
})

const payer = (changes: object) => ({ payer: { ...Object(aChargeBody()['payer']), ...changes } })
test.each<[string, Record<string, unknown>]>([
  ['order_reference', { order_reference: 'outro-pedido' }],
  ['amount_cents', { amount_cents: 10_001 }],
  ['description', { description: 'dois cafés' }],
  ['no description', { description: undefined }],
  ['an empty description', { description: '' }],
  ['expires_in_seconds', { expires_in_seconds: 3_601 }],
  ['payer.name', payer({ name: 'Maria' })],
  ['payer.document', payer({ document: '12345678910' })],
  ['payer.email', payer({ email: 'm@exemplo.com.br' })],
  ['payer.phone', payer({ phone: '5511987654321' })],
  ['no payer', { payer: undefined }],
  ['a metadata value', { metadata: { loja: '7', caixa: '3' } }],
  ['a metadata key', { metadata: { loja: '7', caixas: '2' } }],
  ['metadata with the same concatenated text', { metadata: { 'loja","7': 'caixa', '2': '' } }],
  ['no metadata', { metadata: undefined }],
])('a change to %s is an idempotency conflict', async (_, change) => {
  const body = { ...whole(), order_reference: `pedido-${anIdempotencyKey()}` }
  const headers = { 'idempotency-key': anIdempotencyKey() }
  expect((await post(body, headers)).status).toBe(201)
  expect(await post({ ...body, ...change }, headers)).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency_conflict' } },
  })
})

test('two merchants can use the same idempotency key and the same order reference', async () => {
  const other = await world.anotherMerchant()
  const headers = { 'idempotency-key': anIdempotencyKey() }
  const body = aChargeBody()
  const first = await post(body, headers)
  const second = await other.rest.post<{ id: string }>('/v1/pix/charges', body, headers)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).not.toBe(first.body['id'])
})

test('an idempotency key replays the response of a failed charge even after 400 days', async () => {
  const headers = { 'idempotency-key': anIdempotencyKey() }
  const body = aChargeBody({ payer: undefined })
  const first = await post(body, headers)
  expect(first).toMatchObject({ status: 201, body: { status: 'failed' } })
  world.clock.advance(400 * 86_400_000)
  expect(await post(body, headers)).toMatchObject({ status: 200, body: { id: first.body['id'] } })
})

test('a valid request of a merchant without Pix enabled gets 503 account_not_enabled and does not reach the PSP', async () => {
  const disabled = await world.anotherMerchant({ pixEnabled: false })
  const create = (body: unknown, key = anIdempotencyKey()) =>
    disabled.rest.post('/v1/pix/charges', body, { 'idempotency-key': key })
  const callsBefore = world.network.callTotals()
  expect(await create(aChargeBody({ amount_cents: 0 }))).toMatchObject({ status: 422 })
  expect(await create(aChargeBody())).toMatchObject({
    status: 503,
    body: { error: { code: 'provider_unavailable', details: { reason: 'account_not_enabled' } } },
  })
  expect(world.network.callTotals()).toEqual(callsBefore)
  const { items } = (await disabled.rest.get<{ items: object[] }>('/v1/pix/charges')).body
  expect(items).toEqual([])
})

test('after Pix was disabled for a merchant, an earlier idempotency key still replays its response or conflicts', async () => {
  const merchant = await world.anotherMerchant({ writeRate: 1_000 })
  const body = aChargeBody()
  const create = (sent: unknown, key: string) =>
    merchant.rest.post('/v1/pix/charges', sent, { 'idempotency-key': key })
  const key = anIdempotencyKey()
  expect((await create(body, key)).status).toBe(201)
  await updateTerms(world.context(), merchant.merchantId, { pixEnabled: false })
  expect((await create(body, key)).status).toBe(200)
  expect(await create({ ...body, amount_cents: 1 }, key)).toMatchObject({
    body: { error: { code: 'idempotency_conflict' } },
  })
  expect(await create(body, anIdempotencyKey())).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'order_reference_in_use' } } },
  })
})
