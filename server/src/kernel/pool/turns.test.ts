import { DriverException } from '@mikro-orm/core'
import { expect, test } from 'vitest'
import { isTransient } from '../jobs/transient-error.ts'
import { DatabaseBusy } from './busy.ts'
import { turnLimitsOf, Turns, type TurnLimits } from './turns.ts'

const FOREVER_MS = 60_000
const LIMITS = { connections: 6, perKind: 1, perMerchant: 5, waitingMax: 10, waitMs: FOREVER_MS }

/** Creates turns of a pool in which `used` connections are in use without a turn. */
const make = (limits: Partial<TurnLimits> = {}, used = 0) => new Turns({ ...LIMITS, ...limits }, () => used)

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

test('a merchant with too many turns must wait, but gets at least one for each kind of request', async () => {
  const turns = make()
  const started: string[] = []
  const enter = async (name: string, kind: string, merchant = 'm') => {
    const turn = turns.turnOf(merchant, kind)
    await turn.enter()
    started.push(name)
    return turn
  }
  const refunds = ['1', '2', '3', '4'].map((name) => enter(name, 'refund'))
  await enter('other kind', 'create')
  await enter('other merchant', 'refund', 'n')
  expect(started).toEqual(['1', '2', '3', 'other kind', 'other merchant'])
  expect(turns.waiting).toBe(1)
  for (const refund of refunds.slice(0, 3)) (await refund).leave()
  await refunds[3]
  expect(turns.waiting).toBe(0)
})

test('connections that are used without a turn reduce the turns of a merchant', async () => {
  const turns = make({}, 5)
  const first = turns.turnOf('m', 'refund')
  await first.enter()
  const second = turns.turnOf('m', 'refund').enter()
  await turns.turnOf('m', 'create').enter()
  expect(turns.waiting).toBe(1)
  first.leave()
  await second
})

test('a merchant never has more turns than its limit', async () => {
  const turns = make({ perMerchant: 2 })
  const holders = ['a', 'b'].map((kind) => turns.turnOf('m', kind))
  await Promise.all(holders.map((turn) => turn.enter()))
  const third = turns.turnOf('m', 'c').enter()
  await turns.turnOf('n', 'c').enter()
  expect(turns.waiting).toBe(1)
  holders[0]?.leave()
  await third
})

test('waiting requests start in order, but a request whose kind has no free turn does not delay other kinds', async () => {
  const turns = make({}, 6)
  const started: string[] = []
  const enter = (name: string, kind: string) => {
    const turn = turns.turnOf('m', kind)
    return { turn, entered: turn.enter().then(() => started.push(name)) }
  }
  const holders = [enter('refund 1', 'refund'), enter('create 1', 'create')]
  await Promise.all(holders.map(({ entered }) => entered))
  const waiting = [enter('refund 2', 'refund'), enter('create 2', 'create'), enter('create 3', 'create')]
  holders[1]?.turn.leave()
  await waiting[1]?.entered
  waiting[1]?.turn.leave()
  await waiting[2]?.entered
  holders[0]?.turn.leave()
  await waiting[0]?.entered
  expect(started.slice(2)).toEqual(['create 2', 'create 3', 'refund 2'])
})

test('a request is refused when all its waits for connections together exceed the time limit', async () => {
  const turns = make({ waitMs: 50 }, 6)
  const holder = turns.turnOf('m', 'refund')
  await holder.enter()
  const late = turns.turnOf('m', 'refund')
  expect(await failureOf(late.enter())).toBeInstanceOf(DatabaseBusy)
  expect(await failureOf(late.enter())).toBeInstanceOf(DatabaseBusy)
  expect([turns.waiting, turns.refused]).toEqual([0, 2])
  holder.leave()
  await late.enter()
})

test('a request is refused immediately if too many requests of its merchant are waiting', async () => {
  const turns = make({ waitingMax: 1 }, 6)
  const holder = turns.turnOf('m', 'refund')
  await holder.enter()
  const waiting = turns.turnOf('m', 'refund').enter()
  expect(await failureOf(turns.turnOf('m', 'refund').enter())).toBeInstanceOf(DatabaseBusy)
  holder.leave()
  await waiting
  expect(turns.refused).toBe(1)
})

test('a request with a turn gets further connections without waiting, and keeps the turn until it releases the last connection', async () => {
  const turns = make({}, 6)
  const turn = turns.turnOf('m', 'refund')
  await Promise.all([turn.enter(), turn.enter()])
  const next = turns.turnOf('m', 'refund').enter()
  turn.leave()
  expect(turns.waiting).toBe(1)
  turn.leave()
  await next
})

test.each([
  [2, { perKind: 1, perMerchant: 2 }],
  [16, { perKind: 2, perMerchant: 10 }],
  [40, { perKind: 5, perMerchant: 25 }],
])('a pool with %i connections has the turn limits %j', (connections, limits) => {
  expect(turnLimitsOf(connections)).toMatchObject(limits)
})

test('the error of a refused request is transient, even when the ORM wraps it', () => {
  expect(isTransient(new DriverException(new DatabaseBusy()))).toBe(true)
})
