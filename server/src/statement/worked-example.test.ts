import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { updateTerms } from '../merchants/update-terms.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { settleEverything, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { accepted, aDispute, decide, untilClosed } from '../testing/fixtures/disputes.ts'
import { aPaidCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { requestRefund, untilEnded, untilReturned } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start({
    terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30, refundFeePolicy: 'keep' },
  })
})
afterAll(() => world.stop())

/**
 * For each entry that the merchant sees: its type, its lines, and the positions after it
 * (pending/available/reserve/hold/payout reserved/owed).
 */
const WORKED_EXAMPLE = [
  ['charge.paid', 'pending +9800', '9800/0/0/0/0/0'],
  ['reserve.held', 'pending -980; contract_reserve +980', '8820/0/980/0/0/0'],
  ['charge.payment_held', 'case_hold +10000', '8820/0/980/10000/0/0'],
  ['case.returned', 'case_hold -10000', '8820/0/980/0/0/0'],
  ['gateway.funds_available', 'pending -8820; available +8820', '0/8820/980/0/0/0'],
  ['gateway.external_payout', 'available -5000', '0/3820/980/0/0/0'],
  ['reserve.released', 'contract_reserve -294; available +294', '0/4114/686/0/0/0'],
  ['case.hold', 'available -3000; case_hold +3000', '0/1114/686/3000/0/0'],
  ['refund.completed', 'case_hold -3000', '0/1114/686/0/0/0'],
  ['reserve.released', 'contract_reserve -686; available +686', '0/1800/0/0/0/0'],
  ['case.hold', 'available -1800; case_hold +1800', '0/0/0/1800/0/0'],
  ['gateway.receivable_created', 'receivable -5200; case_hold +5200', '0/0/0/7000/0/5200'],
  ['case.returned', 'case_hold -7000', '0/0/0/0/0/5200'],
  ['charge.paid', 'pending +9800', '9800/0/0/0/0/5200'],
  ['gateway.funds_available', 'pending -9800; available +9800', '0/9800/0/0/0/5200'],
  ['gateway.receivable_covered', 'available -5200; receivable +5200', '0/4600/0/0/0/0'],
]

test('a sale, a refund, a dispute, and a debt that a later sale pays post exactly the entries of WORKED_EXAMPLE', async () => {
  const sale = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.pay({ txid: sale.pix?.txid ?? '' })
  await untilReturned(world, () => expectPositions('8820/0/980/0/0/0'))
  await settleEverything(world)
  await payOut(5_000n)
  const refund = await requestRefund(world.rest, sale.id, { amount_cents: 3_000 })
  await expectPositions('0/1114/686/3000/0/0')
  await untilEnded(world, refund.body)
  const { caseId } = await aDispute(world, sale)
  await expectPositions('0/0/0/1800/0/0')
  await decide(world, caseId, accepted())
  await untilClosed(world, caseId)
  await expectPositions('0/0/0/0/0/5200')
  await updateTerms(world.context(), world.merchantId, { reserveBps: 0 })
  await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)

  expect(await entries()).toEqual(WORKED_EXAMPLE)
  const { body } = await world.rest.get<ChargeJson>(`/v1/pix/charges/${sale.id}`)
  expect(body).toMatchObject({ status: 'refunded', refunded_cents: '10000', fee_cents: '200' })
  await expectBalancedLedger(world)
})

test('the statement lines of a refund, a dispute and a held payment contain the case that they belong to', async () => {
  interface Line {
    event_type: string
    financial_case: Record<string, unknown> | null
  }
  const { body } = await world.rest.get<{ items: Line[] }>('/v1/statement?limit=500')
  const casesOf = (event: string) =>
    body.items.filter((line) => line.event_type === event).map((line) => line.financial_case)
  expect(casesOf('refund.completed')).toEqual([
    {
      id: expect.any(String),
      kind: 'refund',
      status: 'returned',
      charge_id: expect.any(String),
      order_reference: expect.stringMatching(/^pedido-/),
      end_to_end_id: expect.stringMatching(/^E/),
      amount_cents: '3000',
      refund_id: expect.any(String),
      opened_at: expect.any(String),
      closed_at: expect.any(String),
    },
  ])
  expect(casesOf('case.returned')).toMatchObject([
    { kind: 'dispute', status: 'returned', amount_cents: '7000', refund_id: null },
    { kind: 'held_payment', status: 'returned', amount_cents: '10000' },
  ])
  expect(casesOf('reserve.released')).toMatchObject(
    ['dispute', 'dispute', 'refund', 'refund'].map((kind) => ({ kind })),
  )
})

const payOut = (amountCents: bigint) =>
  recordPayout(world.context(), world.merchantId, {
    amountCents,
    externalReference: 'repasse-1',
    paidAt: world.clock.now(),
  })

/** Expects the current balance to have these positions. */
async function expectPositions(positions: string): Promise<void> {
  const { body } = await world.rest.get<Record<string, string>>('/v1/balance')
  const names = ['pending', 'available', 'contract_reserve', 'blocked', 'payout_reserved', 'owed_to_service']
  expect(names.map((name) => body[`${name}_cents`]).join('/')).toBe(positions)
}

/**
 * Returns the entries in the order of posting, each with the positions after it, which are summed from the journal
 * lines.
 */
async function entries(): Promise<string[][]> {
  const lines = await sql<{ seq: bigint; event: string; position: string; cents: bigint }>(
    world.context(),
    `select l.entry_seq as seq, e.event_type as event, l.position, l.amount_cents as cents
     from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
     where l.merchant_id = $1 and l.position is not null order by l.entry_seq, l.line_no`,
    [world.merchantId],
  )
  const at = new Map<string, bigint>()
  return Array.from(Map.groupBy(lines, (line) => line.seq).values(), (entry) => {
    for (const { position, cents } of entry) at.set(position, (at.get(position) ?? 0n) + cents)
    const signed = entry.map(({ position, cents }) => `${position} ${cents > 0n ? '+' : ''}${cents}`)
    const after = ['pending', 'available', 'contract_reserve', 'case_hold', 'payout_reserved'].map((name) =>
      String(at.get(name) ?? 0n),
    )
    return [entry[0]?.event ?? '', signed.join('; '), [...after, -(at.get('receivable') ?? 0n)].join('/')]
  })
}
