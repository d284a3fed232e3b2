import { afterAll, beforeAll, expect, test } from 'vitest'
import { askReturns } from './cases/ask-returns.ts'
import { expireCharges } from './charges/expire-charges.ts'
import { resolveIssuance } from './charges/resolve-issuance.ts'
import { sweepReceived } from './charges/sweep-received.ts'
import { findDueWork } from './due-work.ts'
import { runReturns } from './run-returns.ts'
import { settleListed } from './settlements/settle-listed.ts'
import { eventually } from './testing/eventually.ts'
import { aPaidCharge, createCharge } from './testing/makers.ts'
import { World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const due = () => findDueWork(world.context('job:watch'))

test('a service with nothing to do has no work; a payment that came in is work until it is recorded', async () => {
  const { body } = await createCharge(world.rest)
  expect(await due()).toEqual([])
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.network.idle()
  expect(await due()).toEqual(['inbox'])
  await world.settleInbox()
  expect(await due()).toEqual([])
})

test('a charge whose time ends is work until it has expired', async () => {
  await createCharge(world.rest, { expires_in_seconds: 60 })
  expect(await due()).toEqual([])
  world.clock.advance(61_000)
  expect(await due()).toEqual(['expiry'])
  expect(await expireCharges(world.context(), 10)).toBe(1)
  expect(await due()).toEqual([])
})

test('a payment that the network lists is work until it is settled', async () => {
  await aPaidCharge(world)
  await sweepReceived(world.context())
  await world.settleInbox()
  expect(await due()).toEqual(['settlement'])
  while ((await settleListed(world.context(), 100)) > 0);
  expect(await due()).toEqual([])
})

test('a second payment is work until it has gone back to its payer', async () => {
  const charge = await aPaidCharge(world)
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await due()).toEqual(['returns'])
  await runReturns(world.context(), 10)
  expect(await due()).toEqual(['ask-returns'])
  await askReturns(world.context(), 10)
  await eventually(async () => expect(await due()).toEqual(['returns']))
  while ((await runReturns(world.context(), 10)) > 0);
  expect(await due()).toEqual([])
})

test('an issuance whose answer was lost is work when it is time to ask', async () => {
  world.network.setFault({ on: 'cob', mode: 'http_500', count: 1 })
  await createCharge(world.rest)
  world.clock.advance(10_000)
  expect(await due()).toContain('issuance')
  while ((await resolveIssuance(world.context(), 10)) > 0);
  expect(await due()).not.toContain('issuance')
})
