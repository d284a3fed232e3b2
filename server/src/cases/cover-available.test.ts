import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordPayout } from '../payouts/record-payout.ts'
import { balanceOf, settleEverything } from '../testing/books.ts'
import { accepted, aDispute, decide, untilClosed } from '../testing/disputes.ts'
import { aPaidCharge } from '../testing/makers.ts'
import { expectSoundBooks } from '../testing/returns.ts'
import { World } from '../testing/world.ts'
import { getCase } from './case.queries.ts'

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

test('new money pays the debt first, then the oldest short dispute, then the next, and only then is it free', async () => {
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
  await expectSoundBooks(world)
})
