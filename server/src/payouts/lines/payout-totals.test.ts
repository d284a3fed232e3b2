import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { aPaidCharge } from '../../testing/fixtures/charges.ts'
import { settleEverything } from '../../testing/fixtures/ledger.ts'
import { merchantWithLines, pay } from '../../testing/fixtures/payout-lines.ts'
import { aBankAccount } from '../../testing/fixtures/bank-accounts.ts'
import { requestRefund, untilEnded } from '../../testing/fixtures/returns.ts'
import { World } from '../../testing/world.ts'
import { completePayout } from '../complete-payout.ts'
import { reservePayout } from '../reserve-payout.ts'
import { addMissingBlocks } from './payout-lines-jobs.ts'
import { readPayoutTotals } from './payout-totals.queries.ts'
import { previewPayoutTotals } from './preview-lines.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 0 } })
  await aBankAccount(world, world.merchantId)
})
afterAll(() => world.stop())

const addBlocks = () => addMissingBlocks(world.context('job:payout-line-blocks'), 10)

test('the totals of a payout by entry type sum to the amount of the payout', async () => {
  const sale = await aPaidCharge(world)
  await settleEverything(world)
  const { body: refund } = await requestRefund(world.rest, sale.id, { amount_cents: 5_000 })
  await untilEnded(world, refund)
  await aPaidCharge(world)
  await settleEverything(world)
  const payoutId = await pay(world, world.merchantId, 14_700n)
  expect(await readPayoutTotals(world.context(), world.merchantId, payoutId)).toEqual([
    { entryType: 'gateway.funds_available', caseKind: null, linesCount: 2n, amountCents: 19_600n },
    { entryType: 'fee.returned', caseKind: 'refund', linesCount: 1n, amountCents: 100n },
    { entryType: 'case.hold', caseKind: 'refund', linesCount: 1n, amountCents: -5_000n },
  ])
})

test('the totals of a reserved payout show what it will pay, after the older reserved payouts', async () => {
  const { merchantId } = await merchantWithLines(world, [100n, -30n, 50n, 80n])
  await aBankAccount(world, merchantId)
  const ctx = world.context('staff:1')
  const reserve = (cents: bigint, idempotencyKey: string) =>
    reservePayout(ctx, merchantId, { amountCents: cents, idempotencyKey })
  const first = await reserve(60n, 'reserva-1')
  world.clock.advance(1_000)
  const second = await reserve(90n, 'reserva-2')
  const preview = async (payout: typeof first) => await previewPayoutTotals(ctx, payout)
  const sums = (totals: Awaited<ReturnType<typeof preview>>) =>
    totals?.map(({ linesCount, amountCents }) => [linesCount, amountCents])
  expect(sums(await preview(first))).toEqual([[1n, 60n]])
  const before = await preview(second)
  expect(before?.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(90n)
  for (const [n, { id }] of [first, second].entries())
    await completePayout(ctx, merchantId, id, {
      externalReference: `TED-${n}`,
      paidAt: world.clock.now(),
    })
  expect(await readPayoutTotals(ctx, merchantId, second.id)).toEqual(before)
})

test('the totals of a large payout sum to its amount, with and without stored sums of blocks', async () => {
  const amounts = Array.from({ length: 2_600 }, (_, at) => (at % 7 === 3 ? -2n : 10n))
  const { merchantId } = await merchantWithLines(world, amounts)
  const payouts: [string, bigint][] = []
  for (const cents of [3n, 9_001n, 8_000n, 1_500n]) payouts.push([await pay(world, merchantId, cents), cents])
  const read = () =>
    Promise.all(
      payouts.map(async ([id]) => {
        const totals = await readPayoutTotals(world.context(), merchantId, id)
        return { sum: totals.reduce((sum, { amountCents }) => sum + amountCents, 0n), totals }
      }),
    )
  const before = await read()
  expect(before.map(({ sum }) => sum)).toEqual(payouts.map(([, cents]) => cents))
  expect(await addBlocks()).toBe(1)
  expect(await addBlocks()).toBe(0)
  expect(await read()).toEqual(before)
  const blocks = await sql<{ count: string }>(
    world.context(),
    'select count(*)::text as count from payout_line_block_total where merchant_id = $1',
    [merchantId],
  )
  expect(blocks).toEqual([{ count: '2' }])
})
