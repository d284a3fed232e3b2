import type { Command } from 'commander'
import type { CellState } from '../../cells/cell.entity.ts'
import { listCells } from '../../cells/cell.queries.ts'
import { findIdentity } from '../../cells/cell-identity.ts'
import { setCellState } from '../../cells/set-cell-state.ts'
import { findMissingMigrations } from '../../database.ts'
import { withCells, type CellContexts } from '../context/cell-context.ts'
import { runAndPrint, type CommandOutput, type OutputOptions, type Shell } from '../context/shell.ts'
import { addMoveCommand } from './move-merchant.ts'

/** Adds the commands for cells. */
export function addCellCommands(program: Command, shell: Shell): void {
  const cell = program.command('cell').description('the databases among which merchants are distributed')

  command(cell, 'list', 'every cell, its merchants, and whether its database is ready').action(
    (options: OutputOptions) =>
      runAndPrint(shell, options, () => withCells(shell, async (cells) => format(await describeAll(cells)))),
  )

  for (const [name, state, description] of STATES)
    command(cell, name, description)
      .requiredOption('--id <id>', 'the cell')
      .action((options: OutputOptions & { id: string }) =>
        runAndPrint(shell, options, () =>
          withCells(shell, async (cells) => {
            await setCellState(cells.control, { id: options.id, state, known: cells.ids })
            return format(await describeAll(cells, [options.id]))
          }),
        ),
      )

  addMoveCommand(cell, shell)
}

const STATES: readonly [name: string, state: CellState, description: string][] = [
  ['open', 'open', 'let a cell receive new merchants'],
  ['close', 'closed', 'let a cell keep its merchants, but receive no new ones'],
]

const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one line of JSON')

interface Described {
  id: string
  state: CellState
  merchants: number
  /** Why processes cannot use the database of the cell; null if they can use it. */
  fault: string | null
}

async function describeAll(cells: CellContexts, ids = cells.ids): Promise<Described[]> {
  const stored = await listCells(cells.control)
  return Promise.all(
    ids.map(async (id) => {
      const { state = 'closed', merchants = 0n } = stored.find((one) => one.id === id) ?? {}
      return { id, state, merchants: Number(merchants), fault: await faultOf(cells, id) }
    }),
  )
}

async function faultOf(cells: CellContexts, id: string): Promise<string | null> {
  try {
    const ctx = cells.of(id)
    const missing = await findMissingMigrations(ctx.em)
    if (missing.length > 0) return `lacks ${missing.length} migrations: run "migrate"`
    const found = await findIdentity(ctx)
    if (found === id || (found === undefined && cells.ids.length === 1)) return null
    return found === undefined ? 'has no identity: run "migrate"' : `is the database of the cell ${found}`
  } catch {
    return 'cannot be read'
  }
}

function format(cells: readonly Described[]): CommandOutput {
  const text = cells.map(({ id, state, merchants, fault }) =>
    [id.padEnd(20), state.padEnd(7), String(merchants).padStart(9), fault ?? 'ready'].join('  '),
  )
  return { json: { items: cells }, text: text.join('\n') }
}
