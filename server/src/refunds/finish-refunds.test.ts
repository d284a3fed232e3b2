import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsOf } from '../testing/fixtures/disputes.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { balanceOf, settleEverything, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { requestRefund, untilEnded } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test('a refund emits refund.created, then either refund.failed or both refund.completed and charge.refunded', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const good = await requestRefund(world.rest, charge.id, { amount_cents: 2_500, reason: 'other' })
  const done = await untilEnded(world, good.body)
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  const bad = await requestRefund(world.rest, charge.id)
  await untilEnded(world, bad.body)

  const about = { charge_id: charge.id, order_reference: charge.order_reference }
  const first = {
    ...about,
    refund_id: good.body.id,
    amount_cents: '2500',
    reason: 'other',
    failure_reason: null,
  }
  const second = { ...about, refund_id: bad.body.id, amount_cents: '7500', reason: null, return_id: null }
  const types = ['refund.created', 'refund.completed', 'refund.failed', 'charge.refunded']
  expect(await eventsOf(world, ...types)).toEqual([
    {
      type: 'charge.refunded',
      data: {
        ...about,
        amount_cents: '10000',
        refunded_cents: '2500',
        status: 'partially_refunded',
        refund_id: good.body.id,
        case_id: done.case_id,
      },
    },
    { type: 'refund.completed', data: { ...first, status: 'completed', return_id: done.return_id } },
    { type: 'refund.created', data: { ...first, status: 'processing', return_id: null } },
    { type: 'refund.created', data: { ...second, status: 'processing', failure_reason: null } },
    { type: 'refund.failed', data: { ...second, status: 'failed', failure_reason: 'return_not_done' } },
  ])
})

test('the last refund of a charge releases the rounding remainder of its reserve', async () => {
  const terms = { feePercentBps: 0, feeFixedCents: 1n, reserveBps: 1_700, reserveDays: 30 }
  await using other = await World.start({ terms })
  await aPaidCharge(other, { amount_cents: 1_000 })
  await settleEverything(other)
  const small = await aPaidCharge(other, { amount_cents: 7 })
  expect(small).toMatchObject({ fee_cents: '1', reserve_cents: '1' })
  for (const amount of [6, 1]) {
    const { body } = await requestRefund(other.rest, small.id, { amount_cents: amount })
    await untilEnded(other, body, other.rest)
  }
  expect(await balanceOf(other.rest)).toMatchObject({ contract_reserve_cents: '169', total_cents: '999' })
  await expectBalancedLedger(other)
})
