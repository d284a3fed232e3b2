import { Seed } from '../../src/simulation/seed.ts'
import { Actor } from './actor.ts'
import { checkInvariants, conflictsOf, readResult } from './check-outcome.ts'
import type { Lab } from './lab.ts'
import { Orders, serialWalk, type Walk } from './orders.ts'
import { UNCHANGED, type Edit } from './edit.ts'
import { Scheduler, type Schedule } from './scheduler.ts'
import type { States } from './prepare-states.ts'
import { stateOf, type Side, type Verb } from './verb.ts'

export type Pair = readonly [Verb, Verb]

export interface ExploreOptions {
  seed: number
  /** The maximum number of orders to try. An order is a sequence of the SQL statements of both use cases. */
  ordersMax: number
  /** Whether to also try orders that are equivalent to other orders. */
  isEvery?: boolean
  /** For a planted race: the changes of the SQL statements, by the side of the pair. */
  edits?: Partial<Record<Side, Edit>>
  /** Whether the exploration ends at the first order with a violation. */
  endsAtViolation?: boolean
}

/** An order of the SQL statements that led to a fault: a violated invariant, an unexpected error or a deadlock. */
export interface Violation {
  faults: string[]
  trace: string[]
}

/** The totals of the orders of one pair. */
export interface PairReport {
  name: string
  orders: number
  /** Whether every order, or an equivalent of it, was tried. */
  isComplete: boolean
  /** The number of orders in which an SQL statement waited for a lock of the other use case. */
  blocked: number
  /** The number of orders in which a use case was refused. */
  refused: number
  /** The number of different states of the database at the ends of the orders. */
  outcomes: number
  violationsCount: number
  /** The first violations. */
  violations: Violation[]
}

const VIOLATIONS_MAX = 3
const SIDES: readonly Side[] = ['A', 'B']

export const nameOf = ([a, b]: Pair): string => `${a.name} + ${b.name}`

/**
 * Runs two use cases on two connections, in every order of their SQL statements or in `ordersMax` orders that are drawn
 * with the seed. Checks the invariants after each order. Does not check the same rows twice: if an earlier order of the
 * pair led to the same rows, uses its result.
 */
export async function explorePair(
  lab: Lab,
  states: States,
  pair: Pair,
  options: ExploreOptions,
): Promise<PairReport> {
  const orders = new Orders(new Seed(options.seed), options.isEvery)
  const checked = new Map<string, string[]>()
  const report: PairReport = {
    name: nameOf(pair),
    orders: 0,
    isComplete: false,
    blocked: 0,
    refused: 0,
    outcomes: 0,
    violationsCount: 0,
    violations: [],
  }
  while (report.orders < options.ordersMax && !orders.isExhausted) {
    const { schedule, refused, faults } = await runOrder(lab, states, pair, {
      walk: orders.walk(),
      checked,
      ...options,
    })
    report.orders += 1
    if (schedule.blockedCount > 0) report.blocked += 1
    if (refused) report.refused += 1
    if (faults.length === 0) continue
    report.violationsCount += 1
    if (report.violations.length < VIOLATIONS_MAX) report.violations.push({ faults, trace: schedule.trace })
    if (options.endsAtViolation) break
  }
  return { ...report, isComplete: orders.isExhausted, outcomes: checked.size }
}

/**
 * Runs the use cases one after the other, in both orders. Returns the violations. A race condition needs concurrency,
 * so a planted race must cause no violation here.
 */
export async function runSerially(
  lab: Lab,
  states: States,
  pair: Pair,
  edits: ExploreOptions['edits'] = {},
): Promise<string[]> {
  const faults: string[] = []
  for (const side of SIDES) {
    const options = { walk: serialWalk(side), checked: new Map(), edits }
    faults.push(...(await runOrder(lab, states, pair, options)).faults)
  }
  return faults
}

interface OrderOptions extends Pick<ExploreOptions, 'edits'> {
  walk: Walk
  /** The violations that the check of the invariants found, by the digest of the checked rows. */
  checked: Map<string, string[]>
}

interface OrderResult {
  schedule: Schedule
  refused: boolean
  faults: string[]
}

async function runOrder(lab: Lab, states: States, pair: Pair, options: OrderOptions): Promise<OrderResult> {
  const { edits = {} } = options
  const state = await states.restore(stateOf(pair))
  lab.takeLogged()
  const scheduler = new Scheduler(lab.monitor, options.walk)
  const { onChange, onAnswer } = scheduler
  const verbs = { A: pair[0], B: pair[1] }
  const runs = SIDES.map((side, n) => {
    const edit = edits[side] ?? UNCHANGED
    const { classify } = lab
    const actor = new Actor({ name: side, ids: new Seed(n + 1).ids(), edit, classify, onChange, onAnswer })
    return { side, verb: verbs[side], actor }
  })
  for (const { side, verb, actor } of runs) actor.start(() => verb.run(lab, state, side))
  const actors = runs.map(({ actor }) => actor)
  const schedule = await scheduler.run(actors)
  if (actors.some(({ pids }) => pids.size === 0))
    throw new Error(`BUG: a use case of ${nameOf(pair)} sent no SQL statement through the scheduler`)
  const results = runs.map(({ verb, actor }) => readResult(verb, actor))
  const faults = [
    ...results.flatMap((result) => result.faults),
    ...actors.flatMap(conflictsOf),
    ...(schedule.isDeadlocked ? ['both use cases waited for each other (deadlock)'] : []),
    ...lab.takeLogged().map((line) => `logged: ${line.trim()}`),
    ...(await checkOnce(lab, state.merchantId, options.checked)),
  ]
  return { schedule, refused: results.some(({ isRefused }) => isRefused), faults }
}

async function checkOnce(lab: Lab, merchantId: string, checked: Map<string, string[]>): Promise<string[]> {
  const digest = await lab.snapshots.digest()
  const known = checked.get(digest)
  if (known) return known
  const faults = await checkInvariants(lab, merchantId)
  checked.set(digest, faults)
  return faults
}
