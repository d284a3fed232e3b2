import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../kernel/context.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import type { InboxPayment } from './classify-payment.ts'
import { lockPayments } from './lock-payments.ts'
import { lockCharges, tryLockCharges } from './lock-payments.sql.ts'
import { readDue } from './read-due.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

/** Creates a charge and pays it. Returns the payment, which waits in the inbox. */
async function receivePayment(): Promise<InboxPayment> {
  const { body } = await createCharge(world.rest)
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.network.idle()
  const [payment] = await readDue(world.context(), 1)
  if (!payment) throw new Error('BUG: no payment is due')
  return payment
}

test.each([
  ['waiting for other transactions', lockCharges],
  ['without waiting', tryLockCharges],
])('locking charges %s leaves out the charges of other merchants', async (_, lock) => {
  const payment = await receivePayment()
  const { merchantId } = await world.anotherMerchant()
  const locked = await transaction(world.context(), async (tx) => [
    await lock(tx, [payment]),
    await lock(tx, [{ ...payment, merchantId }]),
  ])
  expect(locked.map((charges) => Array.from(charges.keys()))).toEqual([[payment.chargeId], []])
  await world.settleInbox()
})

test('lockPayments leaves out a payment that was recorded after it had been read, for one merchant and for several', async () => {
  const recorded = await receivePayment()
  await world.settleInbox()
  const waiting = await receivePayment()
  const { merchantId } = await world.anotherMerchant()
  const ofTwo = [recorded, { ...recorded, merchantId }, waiting]
  const locked = await transaction(world.context(), async (tx) => [
    await lockPayments(tx, [recorded, waiting]),
    await lockPayments(tx, ofTwo),
  ])
  expect(locked.map(({ payments }) => payments)).toEqual([[waiting], [waiting]])
  expect(locked.map(({ busy }) => busy.size)).toEqual([0, 0])
})
