import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { sql } from '../kernel/database/sql.ts'
import { completePayout } from '../payouts/complete-payout.ts'
import { reservePayout } from '../payouts/reserve-payout.ts'
import { reversePayout } from '../payouts/reverse-payout.ts'
import { pruneNetwork } from '../settlements/prune-network.ts'
import { readCsv } from '../testing/clients/read-csv.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { anIdempotencyKey, aPaidCharge } from '../testing/fixtures/charges.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import { aTransfer, pay } from '../testing/fixtures/payout-lines.ts'
import { advanceToHour, localDate } from '../testing/test-clock.ts'
import { World } from '../testing/world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let world: World
/** The day on which the payments and payouts of the tests happen: `2026-11-20`. */
let date: string
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 0 } })
  world.clock.stop()
  advanceToHour(world.clock, 12)
  date = localDate(world.clock)
})
afterAll(() => world.stop())

/** Settles the payments. First advances the clock, because the sweep reads only payments before the current time. */
async function settle(): Promise<void> {
  world.clock.advance(1_000)
  await settleEverything(world)
}

interface Row {
  kind: string
  event_type: string
  amount_cents: string | null
  [member: string]: unknown
}

async function read(day: string, accept = 'application/json', key = world.key) {
  const answer = await fetch(`${world.baseUrl}/v1/reconciliation/${day}`, {
    headers: { authorization: `Bearer ${key}`, accept },
  })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const linesIn = (text: string): Row[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line): Row => JSON.parse(line))
const rowsOf = async (day = date) => linesIn((await read(day)).text)
const referencesOf = async (day: string) => (await rowsOf(day)).map((row) => row['order_reference'])
/** Returns a JSON value as its CSV cell. */
const cellOf = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value).replace('null', '')
const briefly = (rows: Row[]) => rows.map((row) => [row.kind, row.event_type, row.amount_cents])

test('the reconciliation of a day is refused until 06:00 of the next day', async () => {
  const refused = {
    status: 409,
    body: { error: { code: 'conflict', details: { reason: 'day_not_closed' } } },
  }
  const path = `/v1/reconciliation/${date}`
  expect(await world.rest.get(path)).toMatchObject(refused)
  expect(await world.rest.get('/v1/reconciliation/2999-12-31')).toMatchObject(refused)
  await aPaidCharge(world, { amount_cents: 10_000, order_reference: 'pedido-1' })
  await settle()
  await aBankAccount(world, world.merchantId)
  const payoutId = await pay(world, world.merchantId, 3_000n)
  await reversePayout(world.context(), world.merchantId, payoutId, 'Engano')
  const idempotencyKey = anIdempotencyKey()
  await reservePayout(world.context(), world.merchantId, { amountCents: 500n, idempotencyKey })

  advanceToHour(world.clock, 6)
  world.clock.advance(-1)
  await sweepReceived(world.context('job:sweep'))
  expect(await world.rest.get(path, { accept: 'text/csv' })).toMatchObject(refused)
  world.clock.advance(1)
  expect((await world.rest.get(path)).status).toBe(200)
})

test('the reconciliation of a day has the journal lines, the payments in the list of the PSP, and the payouts, in order', async () => {
  const rows = await rowsOf()
  expect(briefly(rows)).toEqual([
    ['journal', 'charge.paid', '9800'],
    ['network', 'provider.settled', '10000'],
    ['journal', 'gateway.funds_available', '-9800'],
    ['journal', 'gateway.funds_available', '9800'],
    ['journal', 'gateway.external_payout', '-3000'],
    ['payout', 'gateway.external_payout', '3000'],
    ['journal', 'journal.reversal', '3000'],
    ['payout', 'journal.reversal', '-3000'],
    ['journal', 'payout.reserved', '-500'],
    ['journal', 'payout.reserved', '500'],
  ])
  const [sale, listed, , , , transfer, , reversal] = rows
  expect(sale?.['end_to_end_id']).toMatch(/^E\w{31}$/)
  expect(listed).toMatchObject({
    end_to_end_id: sale?.['end_to_end_id'],
    charge_id: sale?.['charge_id'],
    order_reference: 'pedido-1',
    position: null,
  })
  expect(transfer).toMatchObject({ is_reversal: false, external_reference: transfer?.['description'] })
  expect(reversal).toMatchObject({
    is_reversal: true,
    payout_id: transfer?.['payout_id'],
    external_reference: transfer?.['external_reference'],
  })
})

test('the CSV has the same rows as the JSON, with the members of the JSON lines as columns', async () => {
  const rows = await rowsOf()
  const { status, type, text } = await read(date, 'text/csv')
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
  const [header, ...lines] = readCsv(text)
  expect(header).toEqual(Object.keys(rows[0] ?? {}))
  expect(lines).toEqual(rows.map((row) => Object.values(row).map(cellOf)))
})

test('the reconciliation of a day stays byte-identical after later movements and after its network rows are pruned', async () => {
  const before = [await read(date), await read(date, 'text/csv')]
  expect(before.map(({ type }) => type)).toEqual([
    'application/x-ndjson',
    'text/csv; charset=utf-8; header=present',
  ])
  const { body } = await world.rest.get<{ items: { id: string }[] }>('/v1/pix/charges')
  await world.rest.post(
    `/v1/pix/charges/${body.items[0]?.id}/refunds`,
    {},
    { 'idempotency-key': anIdempotencyKey() },
  )
  const [reserved] = await sql<{ id: string }>(
    world.context(),
    `select id from payout where merchant_id = $1 and state = 'reserved'`,
    [world.merchantId],
  )
  await completePayout(world.context(), world.merchantId, reserved?.id ?? '', aTransfer(world))
  await aPaidCharge(world)
  await settle()
  world.clock.advance(10 * DAY_MS)
  await pruneNetwork(world.context(), { retentionDays: 3, limit: 1_000 })
  expect([await read(date), await read(date, 'text/csv')]).toEqual(before)
})

test('a day begins and ends at midnight in São Paulo', async () => {
  advanceToHour(world.clock, 0)
  world.clock.advance(-1)
  const before = localDate(world.clock)
  await aPaidCharge(world, { order_reference: 'antes' })
  world.clock.advance(1)
  const after = localDate(world.clock)
  await aPaidCharge(world, { order_reference: 'depois' })
  expect(before).not.toBe(after)
  world.clock.advance(30 * HOUR_MS)
  await sweepReceived(world.context('job:sweep'))
  expect([await referencesOf(before), await referencesOf(after)]).toEqual([['antes'], ['depois']])
})

test('the reconciliation of a day gets 503 network_listing_incomplete until the sweep has read the payments of the day', async () => {
  const day = localDate(world.clock)
  await aPaidCharge(world)
  world.clock.advance(30 * HOUR_MS)
  for (const accept of ['application/json', 'text/csv']) {
    const { status, headers, body } = await world.rest.get(`/v1/reconciliation/${day}`, { accept })
    expect([status, headers.get('retry-after')]).toEqual([503, '60'])
    expect(body.error).toMatchObject({
      code: 'service_unavailable',
      details: { reason: 'network_listing_incomplete' },
    })
  }
  await sweepReceived(world.context('job:sweep'))
  expect((await read(day)).status).toBe(200)
})

test('the reconciliation of a day still lists a difference of that day after staff closed the exception', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 700 })
  world.clock.advance(1_000)
  await sweepReceived(world.context('job:sweep'))
  await sql(world.context(), 'update network_listing set amount_cents = 600 where end_to_end_id = $1', [
    charge.end_to_end_id,
  ])
  const day = localDate(world.clock)
  await settle()
  world.clock.advance(30 * HOUR_MS)
  await sweepReceived(world.context('job:sweep'))
  const { text } = await read(day)
  expect(linesIn(text).filter(({ kind }) => kind === 'difference')).toMatchObject([
    {
      kind: 'difference',
      event_type: 'amount_differs',
      end_to_end_id: charge.end_to_end_id,
      amount_cents: '600',
      recorded_cents: '700',
    },
  ])
  await sql(
    world.context(),
    `update reconciliation_exception
     set state = 'closed', closed_at = now(), closed_by = 'staff:ana', resolution = 'Conferido', remedy = 'none'`,
  )
  expect((await read(day)).text).toBe(text)
})

test('the reconciliation of a day without movements is empty, and each merchant sees only its own movements', async () => {
  const { rest } = await world.anotherMerchant()
  expect(await read(date, 'application/json', rest.key)).toEqual({
    status: 200,
    type: 'application/x-ndjson',
    text: '',
  })
})

test('the reconciliation of a day has every row of a merchant, although another merchant has fewer entries', async () => {
  const { rest } = await world.anotherMerchant()
  const other = { network: world.network, rest, settleInbox: () => world.settleInbox() }
  const day = localDate(world.clock)
  await aPaidCharge(world, { order_reference: 'da-loja' })
  await aPaidCharge(other, { order_reference: 'da-outra-loja' })
  world.clock.advance(30 * HOUR_MS)
  await sweepReceived(world.context('job:sweep'))
  const { text } = await read(day, 'application/json', rest.key)
  expect(await referencesOf(day)).toEqual(['da-loja'])
  expect(linesIn(text).map((row) => row['order_reference'])).toEqual(['da-outra-loja'])
})

test.each(['2026-02-30', '20261120', '2026-11-20T00:00:00Z', 'ontem', '0000-01-01', '%00'])(
  'the reconciliation of the date %s is refused with 422',
  async (day) => {
    expect(await world.rest.get(`/v1/reconciliation/${day}`)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_error', details: { fields: [{ path: 'date', code: 'format' }] } } },
    })
  },
)
