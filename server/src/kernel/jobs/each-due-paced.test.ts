import { expect, test } from 'vitest'
import { World } from '../../testing/world.ts'
import { eachMerchant } from './each-due.ts'

test('a paced job waits after each merchant of a batch, unless the batch is full', async () => {
  await using world = await World.start()
  const { merchantId: otherId } = await world.anotherMerchant()
  const rows = [world.merchantId, otherId].map((merchantId) => ({
    merchantId,
    id: world.kit.ids.uuid(new Date()),
  }))
  const pausesOf = async (limit: number): Promise<number> => {
    let nowMs = world.clock.now().getTime()
    let pauses = 0
    const clock = { now: () => new Date(nowMs), sleep: async () => void (pauses += 1) }
    const due = { job: 'example', limit, find: async () => rows, isPaced: true }
    await eachMerchant({ ...world.context(), clock }, due, async () => void (nowMs += 10))
    return pauses
  }
  expect(await pausesOf(3)).toBe(2)
  expect(await pausesOf(2)).toBe(0)
})
