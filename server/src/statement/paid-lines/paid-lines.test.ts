import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import { completePayout } from '../../payouts/complete-payout.ts'
import { reservePayout } from '../../payouts/reserve-payout.ts'
import { reversePayout } from '../../payouts/reverse-payout.ts'
import { anIdempotencyKey, aPaidCharge } from '../../testing/fixtures/charges.ts'
import { settleEverything } from '../../testing/fixtures/ledger.ts'
import {
  amountsOf,
  aTransfer,
  linesCsv,
  linesOf,
  linesPath,
  merchantWithLines,
  pay,
} from '../../testing/fixtures/payout-lines.ts'
import { World } from '../../testing/world.ts'
import { countPayoutLines, listPayoutLines } from './paid-lines.queries.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 0 } })
})
afterAll(() => world.stop())

const expectSound = async () => expect((await verifyLedger(world.context())).findings).toEqual([])

test('a payout takes the oldest lines of the position available, including negative lines, and only a part of the last line', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [100n, -30n, 50n, -10n, 200n])
  const first = await pay(world, merchantId, 115n)
  const second = await pay(world, merchantId, 100n)
  expect(await amountsOf(rest, first)).toEqual([
    ['100', '100'],
    ['-30', '-30'],
    ['45', '50'],
  ])
  expect(await amountsOf(rest, second)).toEqual([
    ['5', '50'],
    ['-10', '-10'],
    ['105', '200'],
  ])
  await expectSound()
})

test('a payout takes no more lines when the sum of its lines is exactly its amount', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [60n, 40n, -50n, 50n, 10n])
  expect(await amountsOf(rest, await pay(world, merchantId, 100n))).toEqual([
    ['60', '60'],
    ['40', '40'],
  ])
  expect(await amountsOf(rest, await pay(world, merchantId, 10n))).toEqual([
    ['-50', '-50'],
    ['50', '50'],
    ['10', '10'],
  ])
  await expectSound()
})

test('the next payouts first take the lines of a reversed payout, and list a line with two free parts once', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [100n, 20n])
  const [first, second, third] = [
    await pay(world, merchantId, 30n),
    await pay(world, merchantId, 40n),
    await pay(world, merchantId, 10n),
  ]
  await reversePayout(world.context(), merchantId, first, 'Engano')
  await reversePayout(world.context(), merchantId, third, 'Engano')
  expect(await rest.get(linesPath(first))).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found', details: { reason: 'payout_not_found' } } },
  })
  const fourth = await pay(world, merchantId, 65n)
  expect(await amountsOf(rest, second)).toEqual([['40', '100']])
  expect(await amountsOf(rest, fourth)).toEqual([
    ['60', '100'],
    ['5', '20'],
  ])
  await expectSound()
})

test('a reserved payout takes lines only when its transfer is made, so a payout with an earlier transfer takes the older lines', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [100n, 100n])
  const idempotencyKey = anIdempotencyKey()
  const { id } = await reservePayout(world.context(), merchantId, { amountCents: 120n, idempotencyKey })
  expect((await rest.get(linesPath(id))).status).toBe(404)
  const other = await pay(world, merchantId, 80n)
  await completePayout(world.context(), merchantId, id, aTransfer(world))
  expect(await amountsOf(rest, other)).toEqual([['80', '100']])
  expect(await amountsOf(rest, id)).toEqual([
    ['20', '100'],
    ['100', '100'],
  ])
  await expectSound()
})

test('staff see the lines that a reserved payout will pay, but the merchant API does not show them', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [100n, -30n, 50n, 80n])
  const ctx = world.context('staff:1')
  const reserve = (amountCents: bigint) =>
    reservePayout(ctx, merchantId, { amountCents, idempotencyKey: anIdempotencyKey() })
  const first = await reserve(60n)
  const { id } = await reserve(90n)
  const planned: string[][] = []
  let cursor: string | undefined
  do {
    const page = await listPayoutLines(ctx, merchantId, id, { limit: 1, cursor })
    planned.push(...page.items.map((line) => [String(line.paidCents), String(line.amountCents)]))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(planned).toEqual([
    ['40', '100'],
    ['-30', '-30'],
    ['50', '50'],
    ['30', '80'],
  ])
  expect(await countPayoutLines(ctx, merchantId, id, 10)).toBe(4)
  expect((await rest.get(linesPath(id))).status).toBe(404)
  for (const one of [first.id, id]) await completePayout(ctx, merchantId, one, aTransfer(world))
  expect(await amountsOf(rest, id)).toEqual(planned)
})

test('the line of a sale contains its order, gross amount, fee and net amount, in JSON and in CSV', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000, order_reference: '=pedido,1' })
  await settleEverything(world)
  const payoutId = await pay(world, world.merchantId, 9_000n)
  const items = await linesOf(world.rest, payoutId)
  const at: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const uuid: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/)
  const line = {
    journal_id: uuid,
    line_no: 2,
    event_type: 'gateway.funds_available',
    description: 'Valor disponível',
    economic_at: at,
    posted_at: at,
    is_reversal: false,
    amount_cents: '9000',
    line_amount_cents: '9800',
    payment_id: uuid,
    charge_id: charge.id,
    order_reference: '=pedido,1',
    end_to_end_id: charge.end_to_end_id,
    gross_cents: '10000',
    fee_cents: '200',
    net_cents: '9800',
    case_id: null,
    refund_id: null,
  }
  expect(items).toEqual([line])

  const answer = await linesCsv(world.rest, payoutId)
  expect(answer.type).toBe('text/csv; charset=utf-8; header=present')
  const members: unknown[] = Object.values({ ...items[0], order_reference: "'=pedido,1" })
  const cells = members.map((member) => (typeof member === 'string' ? member : JSON.stringify(member)))
  expect(answer.rows).toEqual([Object.keys(line), cells.map((cell) => (cell === 'null' ? '' : cell))])
})

test('the pages and the CSV contain every line once, in the order of posting', async () => {
  const amounts = Array.from({ length: 2_500 }, (_, n) => (n % 3 === 2 ? -1n : BigInt(1 + (n % 50))))
  const { merchantId, rest } = await merchantWithLines(world, amounts)
  const payoutId = await pay(
    world,
    merchantId,
    amounts.reduce((sum, cents) => sum + cents, 0n),
  )
  const expected = amounts.map(String)
  const seen = await linesOf(rest, payoutId, 499)
  expect(seen.map((line) => line.amount_cents)).toEqual(expected)
  const { rows } = await linesCsv(rest, payoutId)
  const column = rows[0]?.indexOf('amount_cents') ?? -1
  expect(rows.slice(1).map((row) => row[column])).toEqual(expected)
})

test('a cursor of another payout is refused, and so is an altered cursor', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [1n, 1n, 1n, 1n])
  const [one, other] = [await pay(world, merchantId, 2n), await pay(world, merchantId, 2n)]
  const { body } = await rest.get<{ next_cursor: string }>(`${linesPath(one)}?limit=1`)
  expect(await rest.get(`${linesPath(other)}?cursor=${body.next_cursor}`)).toMatchObject({
    status: 422,
    body: { error: { details: { reason: 'cursor_filter_mismatch' } } },
  })
  expect(await rest.get(`${linesPath(one)}?cursor=x${body.next_cursor}`)).toMatchObject({
    status: 422,
    body: { error: { details: { reason: 'invalid_cursor' } } },
  })
})

test.each(['JSON', 'CSV'])(
  "a request for the lines as %s gets 404 if the id of the payout is unknown, malformed or another merchant's",
  async (as) => {
    const { merchantId } = await merchantWithLines(world, [10n])
    const stranger = await world.anotherMerchant()
    const ids = [await pay(world, merchantId, 5n), '0190c5a0-0000-7000-8000-000000000000', 'x']
    for (const id of ids) {
      const accept = as === 'CSV' ? { accept: 'text/csv' } : {}
      expect(await stranger.rest.get(linesPath(id), accept)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found', details: { reason: 'payout_not_found' } } },
      })
    }
  },
)
