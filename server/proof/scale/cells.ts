import type { Command } from 'commander'
import type { Stack } from '../../bench/stack.ts'
import { wholeNumber } from '../whole-number.ts'
import type { Cluster } from './cells/clusters.ts'
import { Installation } from './cells/installation.ts'
import { checkIsolation, measure } from './cells/measure.ts'
import { checkOutage } from './cells/outage.ts'
import { onlySuccesses, print, PaymentsLoad } from './cells/payments-load.ts'
import { verifyCells } from './cells/verify-cells.ts'
import { withClusters } from './cells/with-clusters.ts'

const CELLS = ['main', 'a', 'b', 'c']
const COUNTS = [1, 2, 4]
/** The cell whose PostgreSQL is stopped. */
const STOPPED = 'b'

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
  const stopped = clusters.find(({ id }) => id === STOPPED)
  if (!stopped) throw new Error(`BUG: there is no cell ${STOPPED}`)
  const outage = {
    name: STOPPED,
    cells: [STOPPED],
    stop: () => stopped.stop(),
    start: () => stopped.start(),
  }
  let passed = true
  for (const count of COUNTS) {
    const installation = await Installation.open(stack, clusters.slice(0, count), merchants)
    const load = new PaymentsLoad(installation, stack.receiver)
    await installation.start('api')
    const isLast = count === CELLS.length
    if (isLast) passed = (await checkIsolation(installation, load)) && passed
    await installation.start('worker')
    await measure(installation, load, options)
    if (isLast) passed = (await checkOutage(installation, load, { rate, seconds, outage })) && passed
    const { ok, lines } = await verifyCells(load)
    passed &&= ok && onlySuccesses(load, isLast ? outage.cells : [])
    for (const line of lines) print(line)
    await load.close()
    await installation.stop()
  }
  print(passed ? 'passed' : 'FAILED')
  return passed
}
