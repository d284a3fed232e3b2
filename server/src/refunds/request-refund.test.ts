import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, settleEverything, statementOf, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { aPaidCharge, anIdempotencyKey, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { listRefunds, refusedRefund, requestRefund, untilEnded } from '../testing/fixtures/returns.ts'
import type { ErrorBody } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'

const DAY_MS = 86_400_000

let world: World
beforeAll(async () => {
  world = await World.start({
    terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30, writeRate: 1_000, readRate: 1_000 },
  })
})
afterAll(() => world.stop())

const read = async (id: string) => (await world.rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body

test('a full refund of an unsettled charge uses the pending money, the fee and the reserve of that charge', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { status, body } = await requestRefund(world.rest, charge.id, undefined)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    charge_id: charge.id,
    gateway_id: world.merchantId,
    environment: 'production',
    order_reference: charge.order_reference,
    amount_cents: '10000',
    currency: 'BRL',
    status: 'processing',
    reason: null,
    description: null,
    end_to_end_id: charge.end_to_end_id,
    return_id: null,
    case_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    failure_message: null,
    metadata: {},
    requested_at: expect.stringMatching(/Z$/),
    completed_at: null,
    created_at: body.requested_at,
    updated_at: body.requested_at,
  })
  expect(await balanceOf(world.rest)).toMatchObject({ blocked_cents: '10000', total_cents: '10000' })

  const done = await untilEnded(world, body)
  expect(done).toMatchObject({ status: 'completed', return_id: expect.stringMatching(/^D/) })
  expect(await read(charge.id)).toMatchObject({ status: 'refunded', refunded_cents: '10000' })
  expect(await balanceOf(world.rest)).toMatchObject({ blocked_cents: '0', total_cents: '0' })
  expect(await statementOf(world.rest)).toEqual([
    ['refund.completed', 'case_hold', '-10000'],
    ['case.hold', 'case_hold', '10000'],
    ['case.hold', 'pending', '-10000'],
    ['reserve.released', 'pending', '980'],
    ['reserve.released', 'contract_reserve', '-980'],
    ['fee.returned', 'pending', '200'],
    ['reserve.held', 'contract_reserve', '980'],
    ['reserve.held', 'pending', '-980'],
    ['charge.paid', 'pending', '9800'],
  ])
  await expectBalancedLedger(world)
})

test('partial refunds together return the whole amount of a charge, and no more', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const first = await requestRefund(world.rest, charge.id, { amount_cents: '3333', reason: 'duplicate' })
  await untilEnded(world, first.body)
  expect(await read(charge.id)).toMatchObject({ status: 'partially_refunded', refunded_cents: '3333' })
  const second = await requestRefund(world.rest, charge.id, { amount_cents: 3_333, description: 'Troca' })
  const rest = await requestRefund(world.rest, charge.id)
  expect(rest.body.amount_cents).toBe('3334')
  await untilEnded(world, second.body)
  await untilEnded(world, rest.body)
  expect(await read(charge.id)).toMatchObject({ status: 'refunded', refunded_cents: '10000' })
  const refunds = await listRefunds(world.rest, charge.id)
  expect(refunds.map(({ amount_cents }) => amount_cents)).toEqual(['3334', '3333', '3333'])
  expect(await balanceOf(world.rest)).toMatchObject({ total_cents: '0', contract_reserve_cents: '0' })
  await expectBalancedLedger(world)
})

test('a refund that the PSP does not carry out fails, and the balance is as before', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const before = await balanceOf(world.rest)
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  const { body } = await requestRefund(world.rest, charge.id, { amount_cents: 5_000 })
  expect(await untilEnded(world, body)).toMatchObject({
    status: 'failed',
    failure_message: 'Devolução não realizada pela rede Pix',
    completed_at: null,
  })
  expect({ ...(await balanceOf(world.rest)), as_of: '' }).toEqual({ ...before, as_of: '' })
  expect(await read(charge.id)).toMatchObject({ status: 'paid', refunded_cents: '0' })
  const again = await requestRefund(world.rest, charge.id)
  expect(await untilEnded(world, again.body)).toMatchObject({ status: 'completed', amount_cents: '10000' })
  await expectBalancedLedger(world)
})

test('when a charge is settled during a refund that then fails, the blocked money becomes available', async () => {
  const other = await World.start({ terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30 } })
  try {
    const charge = await aPaidCharge(other, { amount_cents: 10_000 })
    other.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
    const { body } = await requestRefund(other.rest, charge.id, { amount_cents: 5_000 })
    await settleEverything(other)
    await untilEnded(other, body)
    expect(await balanceOf(other.rest)).toMatchObject({
      pending_cents: '0',
      available_cents: '8820',
      contract_reserve_cents: '980',
      blocked_cents: '0',
      total_cents: '9800',
    })
    await expectBalancedLedger(other)
  } finally {
    await other.stop()
  }
})

test('requests with one idempotency key create one refund, and another body or charge is a conflict', async () => {
  const charge = await aPaidCharge(world)
  const other = await aPaidCharge(world)
  const key = anIdempotencyKey()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => requestRefund(world.rest, charge.id, { amount_cents: 100 }, key)),
  )
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(9)
  for (const [id, body] of [
    [charge.id, { amount_cents: 101 }],
    [other.id, { amount_cents: 100 }],
  ] as const) {
    expect(await requestRefund<ErrorBody>(world.rest, id, body, key)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    })
  }
  expect(await listRefunds(world.rest, other.id)).toEqual([])
})

test('twenty concurrent refunds of one charge never exceed its amount', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => requestRefund(world.rest, charge.id, { amount_cents: 900 })),
  )
  const created = answers.filter(({ status }) => status === 201)
  expect(created).toHaveLength(11)
  for (const { body } of created) await untilEnded(world, body)
  expect(await read(charge.id)).toMatchObject({ refunded_cents: '9900', status: 'partially_refunded' })
  expect(await refusedRefund(world.rest, charge.id, { amount_cents: 101 })).toBe('refund_exceeds_remaining')
  await expectBalancedLedger(world)
})

test('a charge that is not paid, or that is fully refunded, cannot be refunded', async () => {
  const { body: pending } = await createCharge(world.rest)
  expect(await refusedRefund(world.rest, pending.id)).toBe('charge_not_refundable')
  const charge = await aPaidCharge(world)
  const { body } = await requestRefund(world.rest, charge.id)
  expect(await refusedRefund(world.rest, charge.id)).toBe('refund_exceeds_remaining')
  await untilEnded(world, body)
  expect(await refusedRefund(world.rest, charge.id)).toBe('charge_not_refundable')
})

test('an amount above the remaining amount is refused with refund_exceeds_remaining, even after more than 90 days', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  expect(await refusedRefund(world.rest, charge.id, { amount_cents: 10_001 })).toBe(
    'refund_exceeds_remaining',
  )
  world.clock.advance(90 * DAY_MS + 1_000)
  expect(await refusedRefund(world.rest, charge.id, { amount_cents: 10_001 })).toBe(
    'refund_exceeds_remaining',
  )
  expect(await refusedRefund(world.rest, charge.id, { amount_cents: 1 })).toBe('refund_window_expired')
})

test('under the fee policy `keep`, a full refund that the balance does not cover is refused and changes nothing', async () => {
  const merchant = await world.anotherMerchant({
    refundFeePolicy: 'keep',
    feePercentBps: 200,
    reserveBps: 1_000,
  })
  const { body: made } = await createCharge(merchant.rest, { amount_cents: 10_000 })
  world.network.pay({ txid: made.pix?.txid ?? '' })
  await world.settleInbox()
  const before = await balanceOf(merchant.rest)
  expect(await refusedRefund(merchant.rest, made.id)).toBe('insufficient_balance')
  expect(await refusedRefund(merchant.rest, made.id, { amount_cents: 9_801 })).toBe('insufficient_balance')
  expect({ ...(await balanceOf(merchant.rest)), as_of: '' }).toEqual({ ...before, as_of: '' })
  expect(await listRefunds(merchant.rest, made.id)).toEqual([])
  const { body } = await requestRefund(merchant.rest, made.id, { amount_cents: 9_800 })
  expect(await untilEnded(world, body, merchant.rest)).toMatchObject({ status: 'completed' })
  expect(await balanceOf(merchant.rest)).toMatchObject({ total_cents: '0' })
})

test("a refund for another merchant's charge, an unknown id or a malformed id is answered with 404 charge_not_found", async () => {
  const charge = await aPaidCharge(world)
  const other = await world.anotherMerchant()
  for (const [rest, id] of [
    [other.rest, charge.id],
    [world.rest, world.merchantId],
    [world.rest, 'nope'],
  ] as const) {
    expect(await requestRefund<ErrorBody>(rest, id)).toMatchObject({
      status: 404,
      body: { error: { details: { reason: 'charge_not_found' } } },
    })
    expect((await rest.get(`/v1/pix/charges/${id}/refunds`)).status).toBe(404)
  }
})

test.each([
  [{ amount_cents: 0 }, 'amount_cents', 'out_of_range'],
  [{ amount_cents: '1.5' }, 'amount_cents', 'format'],
  [{ reason: 'because' }, 'reason', 'not_allowed'],
  [{ description: 'x'.repeat(141) }, 'description', 'too_long'],
  [{ motivo: 'x' }, 'motivo', 'unknown'],
  [{ metadata: { a: 1 } }, 'metadata.a', 'type'],
])('a refund request with %j is 422 and names the field', async (body, path, code) => {
  const charge = await aPaidCharge(world)
  expect(await requestRefund<ErrorBody>(world.rest, charge.id, body)).toMatchObject({
    status: 422,
    body: { error: { details: { fields: [{ path, code }] } } },
  })
})

test('a refund, its statement lines and its event have the same time', async () => {
  const charge = await aPaidCharge(world)
  const { body } = await requestRefund(world.rest, charge.id, undefined)
  const lines = await world.rest.get<{
    items: { event_type: string; source_id: string; economic_at: string }[]
  }>('/v1/statement')
  const held = lines.body.items.filter(
    (line) => line.event_type === 'case.hold' && line.source_id === charge.id,
  )
  const events = await world.rest.get<{
    items: { type: string; created_at: string; data: { id?: string } }[]
  }>('/v1/webhooks/events?type=refund.created&limit=1')
  expect([...held.map((line) => line.economic_at), events.body.items[0]?.created_at]).toEqual(
    Array.from({ length: 3 }, () => body.requested_at),
  )
})
