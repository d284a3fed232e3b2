import type { Command } from 'commander'
import type { Stack } from '../../bench/stack.ts'
import type { Cluster } from './cells/clusters.ts'
import { addLoadOptions, CELLS, loadEachCount, type LoadOptions } from './cells/each-count.ts'
import { checkOutage } from './cells/outage.ts'
import { withClusters } from './cells/with-clusters.ts'

/** The cell whose PostgreSQL is stopped. */
const STOPPED = 'b'

/** Adds the suite of cells: the same load on one, two and four cells, and one cell of four that is stopped. */
export function addCells(program: Command): void {
  const command = program
    .command('cells')
    .description(
      'The same load on one, two and four cells, each with its own PostgreSQL; then one cell is stopped.',
    )
  addLoadOptions(command).action((options: LoadOptions) =>
    withClusters(CELLS, (stack, clusters) => check(stack, clusters, options)),
  )
}

async function check(stack: Stack, clusters: readonly Cluster[], options: LoadOptions): Promise<boolean> {
  const stopped = clusters.find(({ id }) => id === STOPPED)
  if (!stopped) throw new Error(`BUG: there is no cell ${STOPPED}`)
  const outage = {
    name: STOPPED,
    cells: [STOPPED],
    stop: () => stopped.stop(),
    start: () => stopped.start(),
  }
  return await loadEachCount(stack, options, {
    serversOf: (count) => clusters.slice(0, count),
    checkAll: (installation, load) => checkOutage(installation, load, { ...options, outage }),
  })
}
