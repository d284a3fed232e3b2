import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellOf, cellsOf, merchantIn } from '../../testing/cell-merchants.ts'
import { World } from '../../testing/world.ts'
import { freezeMove, startMove } from '../move-place.ts'
import { endFreeze } from './end-freeze.ts'
import { guardAgainstMove, guardParts, startCall, type CallPlace } from './guard-calls.ts'

const REFUSED = { code: 'service_unavailable', details: { retryAfterSeconds: 1 } }

let world: World
beforeAll(async () => {
  world = await World.start({ cells: ['a'] })
})
afterAll(() => world.stop())

/** Freezes a merchant and ends the freeze, and lets the copy of the directory read both changes. */
async function freezeForAMoment(merchantId: string): Promise<void> {
  const control = world.context()
  await startMove(control, merchantId, 'main')
  await freezeMove(control, merchantId)
  const contextOf = (id: string) => cellOf(world, id).kit.context('test')
  await endFreeze(control, merchantId, { contextOf, cells: ['main', 'a'], isForced: true })
  await cellsOf(world).directory.refresh()
}

async function startOne(): Promise<{ place: CallPlace; merchantId: string }> {
  const { merchantId } = await merchantIn(world, 'a')
  await cellsOf(world).directory.refresh()
  const ctx = cellOf(world, 'a').kit.context('test')
  return {
    merchantId,
    place: startCall({ ctx, directory: cellsOf(world).directory, cellId: 'a', merchantId }),
  }
}

test('a read during which a freeze began and ended is refused, and a later read is not', async () => {
  const { merchantId, place } = await startOne()
  const isRead = true
  expect(await guardAgainstMove(place, { isRead }, async () => 'before')).toBe('before')
  await expect(guardAgainstMove(place, { isRead }, () => freezeForAMoment(merchantId))).rejects.toMatchObject(
    REFUSED,
  )
  const later = startCall(place)
  expect(await guardAgainstMove(later, { isRead }, async () => 'after')).toBe('after')
})

test('an error of a write during which a freeze began and ended becomes a refusal', async () => {
  const { merchantId, place } = await startOne()
  const write = async (): Promise<void> => {
    await freezeForAMoment(merchantId)
    throw new Error('no such charge')
  }
  await expect(guardAgainstMove(place, { isRead: false }, write)).rejects.toMatchObject(REFUSED)
})

test('an answer in parts ends with an error if a freeze began and ended between its parts', async () => {
  const { merchantId, place } = await startOne()
  async function* parts(): AsyncGenerator<string> {
    yield 'first'
    await freezeForAMoment(merchantId)
    yield 'last'
  }
  const answer = guardParts(place, parts())
  expect([(await answer.next()).value, (await answer.next()).value]).toEqual(['first', 'last'])
  await expect(answer.next()).rejects.toMatchObject(REFUSED)
})

test('a read is refused if the cell has ended a freeze that is not yet in the copy of the directory', async () => {
  const { merchantId, place } = await startOne()
  await cellsOf(world).directory.close()
  await world.cells.databases.get('a')?.asSuperuser(
    `insert into merchant_move (merchant_id, state, cell_id, attempt, updated_at, ended_version)
       values ('${merchantId}', 'copying', 'main', '${merchantId}', now(), 1000000)`,
  )
  world.clock.advance(2_000)
  await expect(guardAgainstMove(place, { isRead: true }, async () => 'read')).rejects.toMatchObject(REFUSED)
})
