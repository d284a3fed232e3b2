import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPaidCharge, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { CHARGE_STATUSES } from './charge-status.ts'

let world: World
/** The charges in order of creation, oldest first. */
const charges: ChargeJson[] = []
beforeAll(async () => {
  world = await World.start()
  const payer = { document: '11122233344', email: 'a@b.co', phone: '11987654321' }
  const make = async (order: string, name: string, changes: Record<string, unknown> = {}) => {
    world.clock.advance(1_000)
    const { body } = await createCharge(world.rest, {
      order_reference: order,
      payer: { ...payer, name },
      ...changes,
    })
    charges.push(body)
  }
  await make('pedido-1', 'Ângela Maria D’Ávila')
  await make('pedido-10', 'José Antônio Souza')
  await make('PEDIDO-1', '100% Café_Ltda')
  await make('falhou', 'Ana', { payer: undefined })
  world.clock.advance(1_000)
  charges.push(await aPaidCharge(world, { order_reference: 'pago' }))
})
afterAll(() => world.stop())

async function found(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await world.rest.get<{ items: ChargeJson[] }>(
    `/v1/pix/charges?${new URLSearchParams(query).toString()}`,
  )
  expect(status).toBe(200)
  return body.items.map((charge) => charge.order_reference)
}
const faultOf = async (query: Record<string, string>) => {
  const { status, body } = await world.rest.get(`/v1/pix/charges?${new URLSearchParams(query).toString()}`)
  return [status, body.error.details.fields?.map(({ path, code }) => `${path} ${code}`)]
}
const at = (index: number): ChargeJson => {
  const charge = charges[index]
  if (!charge) throw new Error(`the test has no charge with the index ${index}`)
  return charge
}

const ALL = ['pago', 'falhou', 'PEDIDO-1', 'pedido-10', 'pedido-1']

test('without a filter all charges are listed, newest first', async () => {
  expect(await found({})).toEqual(ALL)
})

test('each of the eight statuses is a valid filter, and any other value is refused with 422', async () => {
  const listed = await Promise.all(CHARGE_STATUSES.map(async (status) => [status, await found({ status })]))
  expect(Object.fromEntries(listed)).toEqual({
    created: [],
    pending: ['PEDIDO-1', 'pedido-10', 'pedido-1'],
    paid: ['pago'],
    partially_refunded: [],
    refunded: [],
    expired: [],
    cancelled: [],
    failed: ['falhou'],
  })
  for (const status of ['', 'PAID', 'open', 'paid,failed'])
    expect(await faultOf({ status })).toEqual([422, ['status not_allowed']])
})

test('the filter order_reference matches exactly and case-sensitively', async () => {
  expect(await found({ order_reference: 'pedido-1' })).toEqual(['pedido-1'])
  expect(await found({ order_reference: 'PEDIDO-1' })).toEqual(['PEDIDO-1'])
  expect(await found({ order_reference: 'pedido' })).toEqual([])
  expect(await found({ order_reference: 'x'.repeat(120) })).toEqual([])
  expect(await faultOf({ order_reference: 'x'.repeat(121) })).toEqual([422, ['order_reference too_long']])
  expect(await faultOf({ order_reference: 'a\0' })).toEqual([422, ['order_reference format']])
})

test('the filter created_from is inclusive and the filter created_to is exclusive, even with microseconds', async () => {
  const moment = at(1).created_at
  expect(await found({ created_from: moment })).toEqual(ALL.slice(0, 4))
  expect(await found({ created_to: moment })).toEqual(['pedido-1'])
  const justAfter = moment.replace('Z', '001Z')
  expect(await found({ created_from: justAfter })).toEqual(ALL.slice(0, 3))
  expect(await found({ created_to: justAfter })).toEqual(['pedido-10', 'pedido-1'])
  expect(await found({ created_from: moment, created_to: moment })).toEqual([])
})

test('a list whose time window ends before it starts is an empty page', async () => {
  expect(await found({ created_from: '2031-01-01T00:00:00Z', created_to: '2030-01-01T00:00:00Z' })).toEqual(
    [],
  )
})

test.each(['ontem', '2026-11-20', '2026-02-30T00:00:00Z', '2026-11-20T12:00:00', '1763640000', ''])(
  'created_from=%s is refused with 422',
  async (moment) => {
    expect(await faultOf({ created_from: moment })).toEqual([422, ['created_from format']])
  },
)

test('the search text q finds charges by exact order reference, id, txid, end-to-end id or CPF of the payer', async () => {
  expect(await found({ q: 'pedido-1' })).toEqual(['pedido-1'])
  expect(await found({ q: at(0).id })).toEqual(['pedido-1'])
  expect(await found({ q: at(0).id.toUpperCase() })).toEqual(['pedido-1'])
  expect(await found({ q: at(1).pix?.txid ?? '' })).toEqual(['pedido-10'])
  expect(await found({ q: at(4).end_to_end_id ?? '' })).toEqual(['pago'])
  expect(await found({ q: '11122233344' })).toEqual(['PEDIDO-1', 'pedido-10', 'pedido-1'])
  expect(await found({ q: '1112223334' })).toEqual([])
})

test("q finds charges by the beginning of words in the payer's name, regardless of case and accents", async () => {
  for (const q of ['ang', 'ÂNGELA', 'angela maria', 'maria d', 'mari']) {
    expect([q, (await found({ q })).includes('pedido-1')]).toEqual([q, true])
  }
  expect(await found({ q: 'gela' })).toEqual([])
  expect(await found({ q: 'jose antonio' })).toEqual(['pedido-10'])
  expect(await found({ q: '100%' })).toEqual(['PEDIDO-1'])
  expect(await found({ q: '%' })).toEqual([])
  expect(await found({ q: '_' })).toEqual([])
})

test('several filters are combined with AND', async () => {
  expect(await found({ q: 'maria', status: 'paid' })).toEqual(['pago'])
  expect(await found({ order_reference: 'pedido-1', status: 'paid' })).toEqual([])
})

test('one response lists all invalid query parameters', async () => {
  expect(await faultOf({ status: 'x', created_to: 'y', limit: '201', q: '', page: '2' })).toEqual([
    422,
    ['status not_allowed', 'created_to format', 'q too_short', 'limit out_of_range', 'page unknown'],
  ])
})
