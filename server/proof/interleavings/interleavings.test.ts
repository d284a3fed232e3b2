import { afterAll, beforeAll, expect, test } from 'vitest'
import { Seed } from '../../src/simulation/seed.ts'
import { cloneDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { findUnnamedTables } from './check-footprint.ts'
import { explorePair, runSerially, type Pair } from './explore-pair.ts'
import { NO_TABLES } from './footprint.ts'
import { Lab } from './lab.ts'
import { Orders } from './orders.ts'
import { PLANTED_RACES } from './planted-races.ts'
import { States } from './prepare-states.ts'
import { areIndependent, type Effect, type StepKind } from './step-kind.ts'
import { VERBS } from './verbs.ts'

const ORDERS = 3
const PLANTED = [
  'registrations of endpoints that do not lock the merchant',
  'a completion and a cancellation of a payout that lock nothing',
  'a transaction that locks charges before the ledger',
]

let database: TestDatabase
let lab: Lab
let states: States
beforeAll(async () => {
  database = await cloneDatabase()
  lab = await Lab.open({ applicationUrl: database.url, superuserUrl: database.superuserUrl })
  states = await States.prepare(lab, ['solvent'])
})
afterAll(async () => {
  await lab.close()
  await database.drop()
})

const pairOf = (names: readonly string[]): Pair => {
  const [a, b] = names.map((name) => VERBS.find((verb) => verb.name === name))
  if (!a || !b) throw new Error(`BUG: pairOf: VERBS lacks ${names.join(' or ')}`)
  return [a, b]
}

test.each([
  ['request refund', 'reserve payout'],
  ['record payments', 'expire charges'],
])(
  'the use cases %s and %s violate no invariant in any tried order of their SQL statements',
  async (...names) => {
    const report = await explorePair(lab, states, pairOf(names), { seed: 1, ordersMax: ORDERS })
    expect(report.violations).toEqual([])
    expect(report.orders).toBe(ORDERS)
  },
)

test('a use case that waits for the lock of the other use case is blocked, and then refused', async () => {
  const pair = pairOf(['reserve payout', 'record payout'])
  const report = await explorePair(lab, states, pair, { seed: 1, ordersMax: ORDERS })
  expect(report).toMatchObject({ orders: ORDERS, violations: [], refused: ORDERS })
  expect(report.blocked).toBeGreaterThan(0)
})

test.each(PLANTED)('the planted race is found: %s', async (name) => {
  const race = PLANTED_RACES.find((one) => one.name === name)
  if (!race) throw new Error(`BUG: PLANTED_RACES lacks ${name}`)
  const { pair, edits } = race
  expect(await runSerially(lab, states, pair, edits)).toEqual([])
  const options = { seed: 1, ordersMax: 100, edits, endsAtViolation: true }
  expect((await explorePair(lab, states, pair, options)).violationsCount).toBe(1)
})

test('a restored state has the same rows as before a change', async () => {
  await states.restore('solvent')
  const before = await lab.snapshots.digest()
  await explorePair(lab, states, pairOf(['make available', 'request refund']), { seed: 2, ordersMax: 1 })
  expect(await lab.snapshots.digest()).not.toBe(before)
  await states.restore('solvent')
  expect(await lab.snapshots.digest()).toBe(before)
})

test.each([
  ['create charge', 'create charge'],
  ['register endpoint', 'create charge'],
])(
  'for the use cases %s and %s, a search that skips equivalent orders reaches every outcome',
  async (...names) => {
    const pair = pairOf(names)
    const every = await explorePair(lab, states, pair, { seed: 1, ordersMax: 200, isEvery: true })
    const distinct = await explorePair(lab, states, pair, { seed: 1, ordersMax: 200 })
    expect([every.isComplete, distinct.isComplete]).toEqual([true, true])
    expect(distinct.outcomes).toBe(every.outcomes)
    expect([...every.violations, ...distinct.violations]).toEqual([])
    expect(distinct.orders).toBeLessThanOrEqual(every.orders)
  },
)

test.each(['request refund', 'record payments', 'register endpoint', 'reserve payout'])(
  'the footprints of the SQL statements of the use case %s name every table that they lock',
  async (name) => {
    const [verb] = pairOf([name, name])
    expect(await findUnnamedTables(lab, states, verb)).toEqual([])
  },
)

const blind = (): Effect => ({ kind: 'visible', tables: NO_TABLES })

test('findUnnamedTables returns a table that PostgreSQL locks and that no footprint names', async () => {
  const [verb] = pairOf(['request refund', 'request refund'])
  expect(await findUnnamedTables(lab, states, verb, blind)).toContain('refund')
})

/** Tries every order of two actors with these kinds of steps. Returns the orders. */
function walkAll(steps: Record<string, StepKind[]>, isEvery: boolean): string[] {
  const orders = new Orders(new Seed(1), isEvery)
  const tried: string[] = []
  while (!orders.isExhausted) {
    const walk = orders.walk()
    const left = new Map(Object.entries(steps).map(([name, kinds]) => [name, kinds.slice()]))
    let order = ''
    for (;;) {
      const options = Array.from(left).flatMap(([name, [kind]]) =>
        kind ? [{ name, effect: { kind, tables: undefined } }] : [],
      )
      if (options.length === 0) break
      const name = walk.choose(options)
      left.get(name)?.shift()
      order += name
    }
    walk.end()
    tried.push(order)
  }
  return tried
}

test('the search tries every order of two actors with three steps each exactly once', () => {
  const visible: StepKind[] = ['visible', 'visible', 'visible']
  const tried = walkAll({ A: visible, B: visible }, true)
  expect(tried).toHaveLength(20)
  expect(new Set(tried).size).toBe(20)
})

const write = (kind: StepKind, table: string): Effect => ({
  kind,
  tables: { ...NO_TABLES, locks: new Set([table]) },
})

test('steps on different tables are independent, and steps on the same table or on unknown tables are not', () => {
  const a = write('visible', 'charge')
  const b = write('visible', 'payout')
  const reader: Effect = { kind: 'read', tables: { ...NO_TABLES, reads: new Set(['charge']) } }
  expect(areIndependent(a, b)).toBe(true)
  expect(areIndependent(a, a)).toBe(false)
  expect(areIndependent(a, reader)).toBe(false)
  expect(areIndependent(b, reader)).toBe(true)
  expect(areIndependent(b, { kind: 'hidden', tables: undefined })).toBe(false)
})

test('between two visible steps of the other actor, a read is tried at only one position', () => {
  const steps: Record<string, StepKind[]> = { A: ['hidden', 'hidden', 'visible', 'visible'], B: ['read'] }
  expect(walkAll(steps, false).toSorted()).toEqual(['AAAAB', 'AAABA', 'BAAAA'])
})
