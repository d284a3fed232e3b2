import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres, type RunningPostgres } from '../stack/postgres.ts'
import { migrateDatabase } from '../src/database.ts'
import { findUnnamedTables } from './interleavings/check-footprint.ts'
import {
  explorePair,
  nameOf,
  runSerially,
  type ExploreOptions,
  type Pair,
  type PairReport,
} from './interleavings/explore-pair.ts'
import { Lab } from './interleavings/lab.ts'
import { PLANTED_RACES } from './interleavings/planted-races.ts'
import { States } from './interleavings/prepare-states.ts'
import { VERBS } from './interleavings/verbs.ts'

const HELP = `interleavings [--orders N] [--seed N] [--workers N] [--pair TEXT] [--from PAIR] [--every] [--planted]
Runs every pair of the use cases that move money in every order of their statements, at most --orders for each pair
(default 1000), drawn from --seed. --pair runs only the pairs whose name contains TEXT. --from continues an earlier run
with the pair of this name. --every also tries orders that differ only by swaps of statements that cannot affect each
other. --planted runs the planted races instead, and fails unless it finds each.
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '2' },
      pair: { type: 'string', default: '' },
      from: { type: 'string', default: '' },
      every: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const limits = {
    seed: readCount('seed', values.seed),
    ordersMax: readCount('orders', values.orders),
    isEvery: values.every,
  }
  const startedAt = performance.now()
  const isSound = values.planted
    ? await findPlanted(limits)
    : await explore(choosePairs(values), readCount('workers', values.workers), limits)
  process.stdout.write(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s\n`)
  process.exitCode = isSound ? 0 : 1
}

/** Reads the value of an option. @throws Error unless the value is a whole number of at least 1. */
function readCount(option: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--${option} ${text}: give a whole number of at least 1`)
  return count
}

type Limits = Pick<ExploreOptions, 'seed' | 'ordersMax' | 'isEvery'>

/**
 * Returns the pairs whose name contains `pair`, beginning with the pair whose name is `from`.
 * @throws Error if there is no such pair.
 */
function choosePairs({ pair: text, from }: { pair: string; from: string }): Pair[] {
  const pairs = pairsOf().filter((pair) => nameOf(pair).includes(text))
  if (pairs.length === 0) throw new Error(`--pair ${text}: no pair has this text in its name`)
  const first = from === '' ? 0 : pairs.findIndex((pair) => nameOf(pair) === from)
  if (first < 0) throw new Error(`--from ${from}: no pair has this name`)
  return pairs.slice(first)
}

/** Runs the pairs. Returns whether there is no violation. */
async function explore(pairs: Pair[], workers: number, limits: Limits): Promise<boolean> {
  const reports: PairReport[] = []
  await inLabs(workers, async (lab, states) => {
    if (!limits.isEvery) await assertFootprints(lab, states)
    for (let pair = pairs.shift(); pair; pair = pairs.shift()) {
      const report = await explorePair(lab, states, pair, limits)
      process.stdout.write(lineOf(report))
      reports.push(report)
    }
  })
  process.stdout.write(totalOf(reports))
  return reports.every(({ violationsCount }) => violationsCount === 0)
}

/**
 * Checks the footprint of each SQL statement of every use case: the tables that the statement touches.
 * @throws Error if a use case locks a table that is in no footprint of its SQL statements.
 */
async function assertFootprints(lab: Lab, states: States): Promise<void> {
  for (const verb of VERBS) {
    const unnamed = await findUnnamedTables(lab, states, verb)
    if (unnamed.length > 0)
      throw new Error(`BUG: ${verb.name} locks tables that no footprint names: ${unnamed.join(', ')}`)
  }
}

/**
 * Runs each planted race until its first violation. Returns whether every race causes a violation, and whether no
 * violation occurs when the two use cases run one after the other.
 */
async function findPlanted(limits: Limits): Promise<boolean> {
  let foundCount = 0
  await inLabs(1, async (lab, states) => {
    for (const race of PLANTED_RACES) {
      const [serial] = await runSerially(lab, states, race.pair, race.edits)
      const options = { ...limits, edits: race.edits, endsAtViolation: true }
      const report = await explorePair(lab, states, race.pair, options)
      const [fault] = report.violations.flatMap(({ faults }) => faults)
      const isFound = serial === undefined && fault !== undefined
      if (isFound) foundCount += 1
      const outcome = isFound ? `found in order ${report.orders}: ${fault}` : 'NOT FOUND'
      const reason = serial === undefined ? '' : `, because the use cases fail without a race: ${serial}`
      process.stdout.write(`${race.name} (${report.name}): ${outcome}${reason}\n`)
    }
  })
  process.stdout.write(`${foundCount} of ${PLANTED_RACES.length} planted races found, `)
  return foundCount === PLANTED_RACES.length
}

/** Creates `count` labs, each with its own database, and runs `work` in all labs at the same time. */
async function inLabs(count: number, work: (lab: Lab, states: States) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-interleavings-'))
  const postgres = await startPostgres({ dataDir, port: 0, ephemeral: true })
  const inLab = async (n: number): Promise<void> => {
    const lab = await openLab(postgres, `lab_${n}`)
    try {
      await work(lab, await States.prepare(lab))
    } finally {
      await lab.close()
    }
  }
  try {
    await Promise.all(Array.from({ length: count }, (_, n) => inLab(n)))
  } finally {
    await postgres.stop()
  }
}

/** Returns each pair of use cases once, including each use case paired with itself. */
const pairsOf = (): Pair[] => VERBS.flatMap((a, n) => VERBS.slice(n).map((b): Pair => [a, b]))

async function openLab(postgres: RunningPostgres, name: string): Promise<Lab> {
  await postgres.createDatabase(name)
  await migrateDatabase(postgres.ownerUrl(name))
  const superuserUrl = Object.assign(new URL(postgres.superuserUrl), { pathname: `/${name}` }).toString()
  return Lab.open({ applicationUrl: postgres.applicationUrl(name), superuserUrl })
}

function lineOf(report: PairReport): string {
  const { name, orders, isComplete, blocked, refused, outcomes, violationsCount } = report
  const counts = `${orders} orders${isComplete ? ' (all)' : ''}, ${blocked} blocked, ${refused} refused, ${outcomes} outcomes`
  const violations = report.violations.flatMap(({ faults, trace }) => [
    ...faults.map((fault) => `  - ${fault}`),
    ...trace.map((step) => `      ${step}`),
  ])
  return [`${name}: ${counts}, ${violationsCount} violations`, ...violations, ''].join('\n')
}

function totalOf(reports: readonly PairReport[]): string {
  const sum = (of: (report: PairReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0)
  return [
    `${reports.length} pairs, ${sum(({ isComplete }) => (isComplete ? 1 : 0))} of them in every order:`,
    `${sum(({ orders }) => orders)} orders, ${sum(({ blocked }) => blocked)} blocked,`,
    `${sum(({ refused }) => refused)} refused, ${sum(({ violationsCount }) => violationsCount)} violations, `,
  ].join(' ')
}

await main()
