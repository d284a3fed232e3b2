import { expect, test } from 'vitest'
import { requestReturns } from '../returns/request-returns.ts'
import { drainReturns } from '../returns/drain-returns.ts'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { balanceOf, expectBalancedLedger, settleEverything } from '../testing/fixtures/ledger.ts'
import { eventually } from '../testing/eventually.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { requestRefund } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'
import { releaseReserves } from './release-reserves.ts'

const DAY_MS = 86_400_000

test('a reserve that was released is released again after a failed refund has added money to it', async () => {
  await using world = await World.start({ terms: { feePercentBps: 0, reserveBps: 1_000, reserveDays: 1 } })
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  await requestRefund(world.rest, charge.id, { amount_cents: 5_000 })
  await eventually(async () => {
    await requestReturns(world.context(), 10)
    await world.network.idle()
    await drainReturns(world.context(), 10)
    expect(await sql(world.context(), `select from network_return where state = 'failed'`)).toHaveLength(1)
  })
  const dueAt = plusMs(new Date(charge.paid_at ?? ''), DAY_MS)
  world.clock.advance(DAY_MS + 1_000)
  expect(await releaseReserves(world.context(), 10)).toBe(1)
  expect(await balanceOf(world.rest)).toMatchObject({ contract_reserve_cents: '0', blocked_cents: '5000' })

  // The transaction that ends the refund reads a clock that shows a time before the reserve was due. This simulates a
  // transaction that waits for the ledger lock after it has read the clock.
  const { clock } = world
  const late = {
    ...world.context(),
    clock: { now: () => plusMs(dueAt, -1), sleep: (ms: number) => clock.sleep(ms) },
  }
  await sql(world.context(), 'update network_return set next_attempt_at = $1', [plusMs(dueAt, -1)])
  expect(await finishRefunds(late, 10)).toBe(1)
  expect(await balanceOf(world.rest)).toMatchObject({ contract_reserve_cents: '500', blocked_cents: '0' })

  expect(await releaseReserves(world.context(), 10)).toBe(1)
  expect(await releaseReserves(world.context(), 10)).toBe(0)
  expect(await balanceOf(world.rest)).toMatchObject({
    contract_reserve_cents: '0',
    available_cents: '10000',
  })
  await expectBalancedLedger(world)
})
