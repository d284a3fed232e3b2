import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'

interface LineJson {
  journal_id: string
  line_no: number
  event_type: string
  position: string
  amount_cents: string
  economic_at: string
  service: Record<string, string> | null
  [field: string]: unknown
}
interface PageJson {
  items: LineJson[]
  next_cursor: string | null
  as_of: string
}

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { reserveBps: 500, reserveDays: 30 } })
})
afterAll(() => world.stop())

async function readAll(
  limit: number,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<LineJson[]> {
  const lines: LineJson[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: PageJson } = await world.rest.get<PageJson>(
      `/v1/statement?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    lines.push(...body.items)
    cursor = body.next_cursor
    await between()
  }
  return lines
}

test('a statement line of a sale contains the sale with its gross amount, fee, net amount, reserve and payable amount', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000, order_reference: 'pedido-extrato' })
  const { body } = await world.rest.get<PageJson>('/v1/statement')
  const paid = body.items.find((line) => line.event_type === 'charge.paid')
  expect(paid).toEqual({
    journal_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    line_no: 1,
    event_type: 'charge.paid',
    description: 'Venda Pix paga',
    economic_at: charge.paid_at,
    posted_at: expect.stringMatching(/Z$/),
    position: 'pending',
    amount_cents: '9800',
    source_type: 'charge',
    source_id: charge.id,
    is_reversal: false,
    payout: null,
    financial_case: null,
    service: {
      payment_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      charge_id: charge.id,
      order_reference: 'pedido-extrato',
      classification: 'primary',
      end_to_end_id: charge.end_to_end_id,
      paid_at: charge.paid_at,
      gross_cents: '10000',
      fee_cents: '200',
      net_cents: '9800',
      reserve_cents: '490',
      payable_cents: '9310',
    },
  })
})

test('all pages together contain every line that the statement had when the first page was read', async () => {
  for (let n = 0; n < 4; n++) await aPaidCharge(world)
  const whole = await readAll(500)
  const paged = await readAll(2, () => aPaidCharge(world))
  expect(paged).toEqual(whole)
})

test('an altered cursor, or a cursor used with another filter, is refused with a reason', async () => {
  const first = await world.rest.get<PageJson>('/v1/statement?limit=1')
  const cursor = first.body.next_cursor ?? ''
  const flipped = cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A')
  expect(await world.rest.get(`/v1/statement?limit=1&cursor=${flipped}`)).toMatchObject({
    status: 422,
    body: { error: { code: 'validation_error', details: { reason: 'invalid_cursor' } } },
  })
  expect(
    await world.rest.get(`/v1/statement?limit=1&from=2020-01-01T00:00:00Z&cursor=${cursor}`),
  ).toMatchObject({
    status: 422,
    body: { error: { details: { reason: 'cursor_filter_mismatch' } } },
  })
  expect((await world.rest.get(`/v1/statement?limit=3&cursor=${cursor}`)).status).toBe(200)
})

test("the statement of a merchant does not contain another merchant's lines, and refuses another merchant's cursor", async () => {
  const other = await world.anotherMerchant()
  expect((await other.rest.get<PageJson>('/v1/statement')).body.items).toEqual([])
  const first = await world.rest.get<PageJson>('/v1/statement?limit=1')
  expect((await other.rest.get(`/v1/statement?limit=1&cursor=${first.body.next_cursor}`)).status).toBe(422)
})
