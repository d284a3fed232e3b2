import { expect, test } from 'vitest'
import { DatabaseBusy } from './busy.ts'
import { turnLimitsOf, Turns } from './turns.ts'

const FOREVER_MS = 60_000
const make = (limits: Partial<ConstructorParameters<typeof Turns>[0]> = {}) =>
  new Turns({ perMerchant: 3, waitingMax: 10, waitMs: FOREVER_MS, ...limits })

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

test('requests of one kind never take the last turn of their merchant', async () => {
  const turns = make()
  const started: string[] = []
  const enter = async (name: string, kind: string, merchant = 'm') => {
    const turn = turns.turnOf(merchant, kind)
    await turn.enter()
    started.push(name)
    return turn
  }
  const [first, , third] = [enter('1', 'refund'), enter('2', 'refund'), enter('3', 'refund')]
  await enter('other kind', 'create')
  await enter('other merchant', 'refund', 'n')
  expect(started).toEqual(['1', '2', 'other kind', 'other merchant'])
  expect(turns.waiting).toBe(1)
  ;(await first).leave()
  await third
  expect(turns.waiting).toBe(0)
})

test('waiting requests start in their order, but a kind without room does not delay the others', async () => {
  const turns = make()
  const started: string[] = []
  const enter = (name: string, kind: string) => {
    const turn = turns.turnOf('m', kind)
    return { turn, entered: turn.enter().then(() => started.push(name)) }
  }
  const holders = [enter('refund 1', 'refund'), enter('refund 2', 'refund'), enter('create 1', 'create')]
  await Promise.all(holders.map(({ entered }) => entered))
  const waiting = [enter('refund 3', 'refund'), enter('create 2', 'create'), enter('create 3', 'create')]
  holders[2]?.turn.leave()
  await waiting[1]?.entered
  waiting[1]?.turn.leave()
  await waiting[2]?.entered
  holders[0]?.turn.leave()
  await waiting[0]?.entered
  expect(started.slice(3)).toEqual(['create 2', 'create 3', 'refund 3'])
})

test('a request that waits too long is refused, also when it waits for its second connection', async () => {
  const turns = make({ perMerchant: 2, waitMs: 50 })
  const holder = turns.turnOf('m', 'refund')
  await holder.enter()
  const late = turns.turnOf('m', 'refund')
  expect(await failureOf(late.enter())).toBeInstanceOf(DatabaseBusy)
  expect(await failureOf(late.enter())).toBeInstanceOf(DatabaseBusy)
  expect([turns.waiting, turns.refused]).toEqual([0, 2])
  holder.leave()
  await late.enter()
})

test('a request is refused at once when too many of its merchant wait', async () => {
  const turns = make({ perMerchant: 2, waitingMax: 1 })
  const holder = turns.turnOf('m', 'refund')
  await holder.enter()
  const waiting = turns.turnOf('m', 'refund').enter()
  expect(await failureOf(turns.turnOf('m', 'refund').enter())).toBeInstanceOf(DatabaseBusy)
  holder.leave()
  await waiting
  expect(turns.refused).toBe(1)
})

test('a request with a turn gets further connections without waiting, and keeps the turn until it has none', async () => {
  const turns = make({ perMerchant: 2 })
  const turn = turns.turnOf('m', 'refund')
  await Promise.all([turn.enter(), turn.enter()])
  const next = turns.turnOf('m', 'refund').enter()
  turn.leave()
  expect(turns.waiting).toBe(1)
  turn.leave()
  await next
})

test.each([
  [2, 2],
  [16, 4],
  [40, 10],
])('with %i connections, one merchant has %i turns', (poolSize, perMerchant) => {
  expect(turnLimitsOf(poolSize).perMerchant).toBe(perMerchant)
})
