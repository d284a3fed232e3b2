import type { Command } from 'commander'
import type { Stack } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { wholeNumber } from '../whole-number.ts'
import type { Cluster } from './cells/clusters.ts'
import { Installation } from './cells/installation.ts'
import { areSuccesses, describe, print, PaymentsLoad } from './cells/payments-load.ts'
import { checkStoppedCell, STOPPED } from './cells/stopped-cell.ts'
import { verifyCells } from './cells/verify-cells.ts'
import { withClusters } from './cells/with-clusters.ts'

const CELLS = ['main', 'a', 'b', 'c']
const COUNTS = [1, 2, 4]
const PAYMENTS_EACH = 20
/** The request log and the counts of calls to PSPs are stored at most this many milliseconds later. */
const SETTLE_MS = 12_000

interface Options {
  rate: number
  seconds: number
  merchants: number
}

/** Adds the suite of cells: the same load on one, two and four cells, and one cell of four that is stopped. */
export function addCells(program: Command): void {
  program
    .command('cells')
    .description(
      'The same load on one, two and four cells, each with its own PostgreSQL; then one cell is stopped.',
    )
    .option('--rate <N>', 'payments per second over all cells', wholeNumber(5), 10)
    .option('--seconds <N>', 'the duration of each load', wholeNumber(5), 30)
    .option('--merchants <N>', 'merchants over all cells', wholeNumber(5), 400)
    .action((options: Options) => withClusters(CELLS, (stack, clusters) => check(stack, clusters, options)))
}

async function check(stack: Stack, clusters: readonly Cluster[], options: Options): Promise<boolean> {
  const { rate, seconds, merchants } = options
  print(`${merchants} merchants, ${rate} payments per second for ${seconds} s; each payment makes 4 calls`)
  let passed = true
  for (const count of COUNTS) {
    const installation = await Installation.open(stack, clusters.slice(0, count), merchants)
    const load = new PaymentsLoad(installation, stack.receiver)
    await installation.start('api')
    const isLast = count === CELLS.length
    if (isLast) passed = (await checkIsolation(installation, load)) && passed
    await installation.start('worker')
    await measure(installation, load, options)
    if (isLast) passed = (await checkStoppedCell(installation, load, options)) && passed
    const { ok, lines } = await verifyCells(load)
    passed &&= ok && onlySuccesses(load, isLast)
    for (const line of lines) print(line)
    await load.close()
    await installation.stop()
  }
  print(passed ? 'passed' : 'FAILED')
  return passed
}

/** Prints the processor time of each payment and the latencies of all calls. */
async function measure(
  installation: Installation,
  load: PaymentsLoad,
  { rate, seconds }: Options,
): Promise<void> {
  await load.run(rate, 5)
  const [before, sinceMs] = [installation.cpuSeconds(), performance.now()]
  await load.run(rate, seconds)
  await systemClock.sleep(SETTLE_MS)
  const after = installation.cpuSeconds()
  const each = (name: 'processes' | 'postgres'): string =>
    (((after[name] - before[name]) * 1_000) / (rate * seconds)).toFixed(1)
  print(
    `${installation.parts.length} cells: processor time per payment ${each('processes')} ms in the API and the worker, ` +
      `${each('postgres')} ms in PostgreSQL`,
  )
  for (const { id } of installation.parts) print(`  ${describe(load, id, sinceMs)}`)
}

/** Checks with the statement logs that the calls of each cell send statements only to the database of the cell. */
async function checkIsolation({ parts }: Installation, load: PaymentsLoad): Promise<boolean> {
  const clusters = parts.map(({ cluster }) => cluster)
  for (const cluster of clusters) await cluster.logStatements(true)
  // Opens the connections and reads the settings that a process reads once.
  for (const { id } of parts) await load.payInCell(id)
  let passed = true
  print(`statements of ${PAYMENTS_EACH} payments in one cell, by database, without a worker:`)
  for (const { id } of parts) {
    await systemClock.sleep(SETTLE_MS)
    for (const cluster of clusters) cluster.takeCounts()
    for (let n = 0; n < PAYMENTS_EACH; n++) await load.payInCell(id)
    await systemClock.sleep(SETTLE_MS)
    const counts = clusters.map((cluster) => ({ id: cluster.id, ...cluster.takeCounts() }))
    const isAlone = counts.every((one) => one.id === id || one.statements === 0)
    const isUsed = counts.some((one) => one.id === id && one.statements > 0)
    passed &&= isAlone && isUsed
    const texts = counts.map((one) => `${one.id} ${one.statements}`)
    const polls = counts.reduce((sum, { directoryReads }) => sum + directoryReads, 0)
    print(
      `  cell ${id}: ${texts.join(', ')} (and ${polls} reads of the directory's version)${isAlone ? '' : '  FAILED'}`,
    )
  }
  for (const cluster of clusters) await cluster.logStatements(false)
  return passed
}

/** Returns whether every call succeeded, except the calls of the stopped cell. */
const onlySuccesses = (load: PaymentsLoad, hasStoppedCell: boolean): boolean =>
  Array.from(load.cells.keys())
    .filter((id) => !hasStoppedCell || id !== STOPPED)
    .every((id) => areSuccesses(load, id, 0))
