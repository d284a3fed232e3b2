import { onlyAccount } from '../pix/pix-accounts.ts'
import { expect, test } from 'vitest'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { requestRefund } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'
import { requestReturns } from './request-returns.ts'

test('a second process does not request a return while the first process has a lease on it', async () => {
  await using world = await World.start()
  const charge = await aPaidCharge(world)
  world.network.setFault({ on: 'devolucao', mode: 'http_500', count: 1 })
  await requestRefund(world.rest, charge.id)
  world.clock.advance(10_000)

  const { promise: unblocked, resolve: unblock } = Promise.withResolvers<undefined>()
  const { pix } = world
  let requestsCount = 0
  const findReturn: typeof pix.findReturn = async (name) => {
    requestsCount += 1
    await unblocked
    return pix.findReturn(name)
  }
  const context = () => ({ ...world.context('job:ask-returns'), pix: onlyAccount({ ...pix, findReturn }) })
  const first = requestReturns(context(), 4)
  await expect.poll(() => requestsCount).toBe(1)
  world.clock.advance(15_000)
  const second = requestReturns(context(), 4)
  unblock(undefined)
  expect(await second).toBe(0)
  expect(await first).toBe(1)
  expect(requestsCount).toBe(1)
})
