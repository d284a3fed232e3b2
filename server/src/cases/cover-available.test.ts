import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { transaction } from '../kernel/context.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { makeAvailable } from '../settlements/make-available.ts'
import { settleListed } from '../settlements/settle-listed.ts'
import { balanceOf, settleEverything, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { countStatements } from '../testing/suites/count-statements.ts'
import { accepted, aDispute, decide, untilClosed } from '../testing/fixtures/disputes.ts'
import { capturePlans, type PlanNode } from '../testing/suites/explain.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { getCase } from './case.queries.ts'
import { coverAvailable } from './cover-available.ts'

let world: World
beforeAll(async () => {
  world = await World.start({
    terms: { feePercentBps: 0, feeFixedCents: 0n, reserveBps: 0, refundFeePolicy: 'keep' },
  })
})
afterAll(() => world.stop())

const held = async (caseId: string) => (await getCase(world.context(), world.merchantId, caseId)).heldCents
const aSettledSale = async (cents: number) => {
  const charge = await aPaidCharge(world, { amount_cents: cents })
  await settleEverything(world)
  return charge
}

test('new money first pays the debt, then completes the holds of disputes from oldest to newest, then becomes available', async () => {
  const [lost, older, younger] = [await aSettledSale(100), await aSettledSale(200), await aSettledSale(300)]
  await recordPayout(world.context(), world.merchantId, {
    amountCents: 600n,
    externalReference: 'tudo',
    paidAt: world.clock.now(),
  })
  const first = await aDispute(world, lost)
  await decide(world, first.caseId, accepted())
  await untilClosed(world, first.caseId)
  const { caseId: olderId } = await aDispute(world, older)
  const { caseId: youngerId } = await aDispute(world, younger)
  const state = async () => {
    const { owed_to_service_cents: owed, available_cents: free } = await balanceOf(world.rest)
    return { owed, older: await held(olderId), younger: await held(youngerId), free }
  }
  expect(await state()).toEqual({ owed: '100', older: 0n, younger: 0n, free: '0' })

  await aSettledSale(60)
  expect(await state()).toEqual({ owed: '40', older: 0n, younger: 0n, free: '0' })
  await aSettledSale(90)
  expect(await state()).toEqual({ owed: '0', older: 50n, younger: 0n, free: '0' })
  await aSettledSale(250)
  expect(await state()).toEqual({ owed: '0', older: 200n, younger: 100n, free: '0' })
  await aSettledSale(1_000)
  expect(await state()).toEqual({ owed: '0', older: 200n, younger: 300n, free: '800' })
  await expectBalancedLedger(world)
})

/** Returns the number of SQL statements that `makeAvailable` sends while `shortCount` disputes are short. */
async function statementsOf(shortCount: number, newCents: number): Promise<number> {
  await using place = await World.start({ terms: { feePercentBps: 0, feeFixedCents: 0n, reserveBps: 0 } })
  const charges = []
  for (let n = 0; n < shortCount; n++) charges.push(await aPaidCharge(place, { amount_cents: 100 }))
  await settleEverything(place)
  const paidOut = { amountCents: BigInt(shortCount) * 100n, externalReference: 'tudo' }
  await recordPayout(place.context(), place.merchantId, { ...paidOut, paidAt: place.clock.now() })
  for (const charge of charges) await aDispute(place, charge)
  await aPaidCharge(place, { amount_cents: newCents })
  await sweepReceived(place.context())
  await settleListed(place.context(), 100)
  const plans: PlanNode[] = []
  expect(await makeAvailable(capturePlans(place.context(), plans), 100)).toBe(1)
  await expectBalancedLedger(place)
  return plans.length
}

test('completing the holds of six disputes takes as many SQL statements as completing the holds of two disputes', async () => {
  expect(await statementsOf(6, 550)).toBe(await statementsOf(2, 150))
})

test('coverAvailable runs only two SQL statements when no money is available', async () => {
  const state = { statements: 0 }
  const sale = await aSettledSale(100)
  const { available_cents: free } = await balanceOf(world.rest)
  const reference = { externalReference: 'o-resto', paidAt: world.clock.now(), forceReason: 'Conferido' }
  await recordPayout(world.context(), world.merchantId, { amountCents: BigInt(free ?? '0'), ...reference })
  await aDispute(world, sale)
  await transaction(world.context(), async (tx) => {
    await lockLedger(tx, world.merchantId)
    await coverAvailable({ ...tx, ...countStatements(tx, state) }, world.merchantId, world.clock.now())
  })
  expect(state.statements).toBe(2)
})
