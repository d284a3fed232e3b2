import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { drainInbox } from './drain-inbox.ts'
import { expireCharges } from '../charges/cancellation/expire-charges.ts'
import { sweepReceived } from '../inbox/sweep-received.ts'

let world: World
beforeAll(async () => {
  world = await World.start({
    terms: { feePercentBps: 200, feeFixedCents: 0n, reserveBps: 1_000, reserveDays: 30 },
  })
})
afterAll(() => world.stop())

const read = async (id: string) => (await world.rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body
const balance = async () => (await world.rest.get<Record<string, string>>('/v1/balance')).body

/** Returns the lines of the statement, newest first, each as [event type, position, amount]. */
async function statement() {
  const { body } = await world.rest.get<{
    items: { event_type: string; position: string; amount_cents: string }[]
  }>('/v1/statement?limit=500')
  return body.items.map((line) => [line.event_type, line.position, line.amount_cents])
}

async function expectBalancedLedger() {
  const sum = (await statement()).reduce((total, [, , amount]) => total + BigInt(amount ?? 0), 0n)
  expect((await balance())['total_cents']).toBe(sum.toString())
  const [open] = await sql<{ n: bigint }>(
    world.context(),
    'select count(*) as n from (select 1 from ledger_account group by merchant_id having sum(balance_cents) <> 0) unbalanced',
  )
  expect(open?.n).toBe(0n)
}

test('the money of a paid charge appears in its fields, the balance and the statement', async () => {
  const { body: charge } = await createCharge(world.rest, { amount_cents: 10_000 })
  const [pix] = world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await read(charge.id)).toMatchObject({
    status: 'paid',
    fee_cents: '200',
    net_cents: '9800',
    reserve_cents: '980',
    end_to_end_id: pix?.endToEndId,
    late_payment: false,
    payments_count: 1,
  })
  expect(await balance()).toMatchObject({
    pending_cents: '8820',
    contract_reserve_cents: '980',
    available_cents: '0',
    total_cents: '9800',
    to_receive_cents: '9800',
  })
  expect(await statement()).toEqual([
    ['reserve.held', 'contract_reserve', '980'],
    ['reserve.held', 'pending', '-980'],
    ['charge.paid', 'pending', '9800'],
  ])
  await expectBalancedLedger()
})

test('a repeated callback of a payment changes nothing', async () => {
  const { body: charge } = await createCharge(world.rest)
  world.network.pay({ txid: charge.pix?.txid ?? '', callback: 'duplicate' })
  await world.settleInbox()
  const once = await balance()
  await sweepReceived(world.context())
  await world.settleInbox()
  expect({ ...(await balance()), as_of: '' }).toEqual({ ...once, as_of: '' })
  expect(await read(charge.id)).toMatchObject({ status: 'paid', payments_count: 1 })
  await expectBalancedLedger()
})

test('the sweep finds a payment whose callback was lost', async () => {
  const { body: charge } = await createCharge(world.rest)
  world.network.pay({ txid: charge.pix?.txid ?? '', callback: 'lost' })
  await world.settleInbox()
  expect((await read(charge.id)).status).toBe('pending')
  expect(await sweepReceived(world.context())).toBe(1)
  await world.settleInbox()
  expect((await read(charge.id)).status).toBe('paid')
  await expectBalancedLedger()
})

test('the first sweep finds a payment made three days before the sweep', async () => {
  await using fresh = await World.start()
  const { body: charge } = await createCharge(fresh.rest)
  fresh.network.pay({ txid: charge.pix?.txid ?? '', callback: 'lost' })
  fresh.clock.advance(3 * 86_400_000)
  expect(await sweepReceived(fresh.context())).toBe(1)
})

test('a duplicate payment and a payment of another amount are held and do not change the charge', async () => {
  const { body: charge } = await createCharge(world.rest, { amount_cents: 5_000 })
  const txid = charge.pix?.txid ?? ''
  world.network.pay({ txid, amountCents: 4_999n })
  await world.settleInbox()
  expect(await read(charge.id)).toMatchObject({ status: 'pending', payments_count: 1 })
  world.network.pay({ txid, times: 2 })
  await world.settleInbox()
  expect(await read(charge.id)).toMatchObject({ status: 'paid', payments_count: 3, net_cents: '4900' })
  expect((await balance())['blocked_cents']).toBe('9999')
  await expectBalancedLedger()
})

test('a charge expires at its expiry time, and a later payment makes it paid with late_payment true', async () => {
  const { body: charge } = await createCharge(world.rest, { expires_in_seconds: 60 })
  const { body: late } = await createCharge(world.rest, { expires_in_seconds: 60 })
  world.clock.advance(66_000)
  expect((await read(charge.id)).status).toBe('expired')
  await expireCharges(world.context(), 100)
  expect(await read(charge.id)).toMatchObject({
    status: 'expired',
    paid_at: null,
    pix: { txid: charge.pix?.txid },
  })
  world.network.pay({ txid: late.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await read(late.id)).toMatchObject({ status: 'paid', late_payment: true })
  await expectBalancedLedger()
})

test('a payment whose txid matches no charge is recorded as unmatched', async () => {
  const unknown = 'f'.repeat(32)
  const callback = {
    pix: [{ endToEndId: `E${'1'.repeat(31)}`, txid: unknown, valor: '12.34', horario: world.clock.now() }],
  }
  const path = '/network/world-callback-secret/pix'
  expect((await world.rest.post(path, callback)).status).toBe(200)
  await world.settleInbox()
  const [payment] = await sql<{ classification: string; amount_cents: bigint }>(
    world.context(),
    'select classification, amount_cents from payment where txid = $1',
    [unknown],
  )
  expect(payment).toEqual({ classification: 'unmatched', amount_cents: 1234n })
  await expectBalancedLedger()
})

test.each(['', '/pix', '/pix/pix'])(
  "a callback and a PSP's test calls are accepted at the registered URL followed by «%s»",
  async (suffix) => {
    const path = `/network/world-callback-secret${suffix}`
    expect((await world.rest.post(path, { pix: [] })).status).toBe(200)
    expect((await world.rest.post(path, { evento: 'teste_webhook' })).status).toBe(200)
    expect((await fetch(world.baseUrl + path, { method: 'POST' })).status).toBe(200)
    expect((await world.rest.post(`/network/wrong${suffix}`, { pix: [] })).status).toBe(404)
  },
)

test('a callback with a wrong secret gets 404 route_not_found', async () => {
  const answer = await world.rest.post('/network/wrong-callback-secret/pix', { pix: [] })
  expect(answer).toMatchObject({ status: 404, body: { error: { details: { reason: 'route_not_found' } } } })
})

test('twenty concurrent workers record every payment exactly once', async () => {
  const charges = await Promise.all(
    Array.from({ length: 40 }, () => createCharge(world.rest, { amount_cents: 300 })),
  )
  world.network.payMany(charges.map(({ body }) => body.pix?.txid ?? ''))
  await world.network.idle()
  await Promise.all(Array.from({ length: 20 }, () => drainInbox(world.context(), 7)))
  await world.settleInbox()
  const states = await Promise.all(charges.map(({ body }) => read(body.id)))
  expect(new Set(states.map((charge) => charge.status))).toEqual(new Set(['paid']))
  await expectBalancedLedger()
  const [gaps] = await sql<{ n: bigint }>(
    world.context(),
    'select max(seq) - count(*) as n from journal_entry where merchant_id = $1',
    [world.merchantId],
  )
  expect(gaps?.n).toBe(0n)
})

test('a payment that cannot be recorded is retried later and delays no other payment', async () => {
  const { body: poisoned } = await createCharge(world.rest)
  const { body: healthy } = await createCharge(world.rest)
  await asOwner(`alter table payment add constraint poison check (txid <> '${poisoned.pix?.txid}')`)
  world.network.payMany([poisoned.pix?.txid ?? '', healthy.pix?.txid ?? ''])
  await world.settleInbox()
  expect((await read(healthy.id)).status).toBe('paid')
  expect((await read(poisoned.id)).status).toBe('pending')
  await asOwner('alter table payment drop constraint poison')
  world.clock.advance(5_000)
  await world.settleInbox()
  expect((await read(poisoned.id)).status).toBe('paid')
  await expectBalancedLedger()
})

async function asOwner(command: string) {
  const client = new Client({ connectionString: world.database.ownerUrl })
  await client.connect()
  await client.query(command)
  await client.end()
}
