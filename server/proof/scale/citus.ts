import type { Command } from 'commander'
import type { Stack } from '../../bench/stack.ts'
import { binariesIn } from '../../stack/postgres-binaries.ts'
import { passwordsOf, readSavedSettings } from '../../stack/settings.ts'
import { addLoadOptions, CELLS, loadEachCount, type LoadOptions } from './cells/each-count.ts'
import type { Installation } from './cells/installation.ts'
import { checkOutage } from './cells/outage.ts'
import type { PaymentsLoad } from './cells/payments-load.ts'
import { withStack } from './cells/with-stack.ts'
import { CitusCell } from './citus/citus-cell.ts'
import { checkMove } from './citus/move-cell.ts'
import { CitusNode, joinNodes, type CitusNodes } from './citus/node.ts'
import { checkRefunds } from './citus/refund-cells.ts'

const WORKERS = 2

interface Options extends LoadOptions {
  postgres: string
}

/** Adds the suite of cells on Citus: the same load on one, two and four schemas of a coordinator and two workers. */
export function addCitus(program: Command): void {
  const command = program
    .command('citus')
    .description(
      'The suite of cells with one schema of Citus for each cell; stops a worker and the coordinator, and moves a cell.',
    )
    .requiredOption(
      '--postgres <DIR>',
      'the folder of PostgreSQL 18 with Citus 14 that contains bin/postgres',
    )
  addLoadOptions(command).action((options: Options) =>
    withStack(async (stack, servers) => {
      const binaries = binariesIn(options.postgres)
      const start = async (name: string): Promise<CitusNode> => {
        const node = await new CitusNode(stack, name, binaries).start()
        servers.push(node)
        return node
      }
      const coordinator = await start('coordinator')
      const workers: CitusNode[] = []
      for (let n = 1; n <= WORKERS; n++) workers.push(await start(`worker-${n}`))
      await joinNodes({ coordinator, workers })
      return await check(stack, { coordinator, workers }, options)
    }),
  )
}

function check(stack: Stack, nodes: CitusNodes, options: Options): Promise<boolean> {
  const passwords = passwordsOf(readSavedSettings(stack.dataDir))
  let cells: CitusCell[] = []
  return loadEachCount(stack, options, {
    serversOf(count) {
      cells = CELLS.slice(0, count).map((id, n) => new CitusCell(nodes, id, homeOf(nodes, n), passwords))
      return cells
    },
    checkAll: (installation, load) => checkNodes(installation, load, { nodes, cells, options }),
  })
}

/** The worker of a cell by its place in the list of cells. */
function homeOf({ workers }: CitusNodes, place: number): CitusNode {
  const home = workers[place % workers.length]
  if (!home) throw new Error('BUG: there is no worker')
  return home
}

/**
 * Stops the second worker, then the coordinator, and moves a cell from the first worker to the second one. Then returns
 * a payment of each cell.
 */
async function checkNodes(
  installation: Installation,
  load: PaymentsLoad,
  { nodes, cells, options }: { nodes: CitusNodes; cells: readonly CitusCell[]; options: Options },
): Promise<boolean> {
  const { coordinator } = nodes
  const second = homeOf(nodes, 1)
  const outages = [
    { node: second, cells: cells.filter(({ home }) => home === second).map(({ id }) => id) },
    { node: coordinator, cells: [] },
  ]
  let passed = true
  for (const { node, cells: failing } of outages) {
    const outage = { name: node.name, cells: failing, stop: () => node.stop(), start: () => node.start() }
    passed = (await checkOutage(installation, load, { ...options, outage })) && passed
  }
  const moved = cells.find(({ home, id }) => home !== second && id !== 'main')
  if (!moved) throw new Error('BUG: no cell can move')
  passed = (await checkMove(load, moved, second)) && passed
  return (await checkRefunds(load, installation.origin)) && passed
}
