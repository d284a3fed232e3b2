import type { Command } from 'commander'
import { migrateDatabase, migrateSandbox, openDatabase } from '../database.ts'
import { findMissingLimits } from '../kernel/database/role-limits.ts'
import { identifyCell } from '../../migrations/cells/identify-cell.ts'
import { hasDefaultAccount, readCellMigrationUrl } from '../kernel/settings/cells-config.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { readSandboxMigrationUrl } from '../kernel/settings/sandbox-config.ts'
import {
  cellIds,
  chosenCells,
  readSettings,
  runAndPrint,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'

/**
 * Adds the command `migrate`, which migrates the database of each cell and the sandbox database. With the option
 * `--cell`, the command migrates only the database of this cell.
 */
export function addMigrateCommand(program: Command, shell: Shell): void {
  program
    .command('migrate')
    .description('apply the missing migrations; connects with MIGRATION_DATABASE_URL')
    .option('--json', 'print one line of JSON')
    .action((options: OutputOptions) => runAndPrint(shell, options, () => migrate(shell)))
}

async function migrate(shell: Shell): Promise<CommandOutput> {
  const settings = readSettings(shell.env)
  const isOnly = cellIds(shell).length === 1
  const urls = chosenCells(shell).map((id) => ({ id, url: readCellMigrationUrl(settings, id) }))
  const migrated: Migrated[] = []
  for (const { id, url } of urls) migrated.push(await migrateCell(shell, { id, url, isOnly }))
  const sandboxUrl = shell.cell === undefined ? readSandboxMigrationUrl(settings) : undefined
  const report = (line: string): void => shell.err(`sandbox: ${line}\n`)
  const inSandbox = sandboxUrl === undefined ? [] : await migrateSandbox(sandboxUrl, { report })
  return describe(migrated, sandboxUrl === undefined ? undefined : inSandbox)
}

interface Migrated {
  id: string
  applied: string[]
  /** The SQL statements that an administrator must run because the owner may not alter roles. */
  statements: string[]
}

async function migrateCell(
  shell: Shell,
  { id, url, isOnly }: { id: string; url: string; isOnly: boolean },
): Promise<Migrated> {
  const prefix = isOnly ? '' : `${id}: `
  const applied = await migrateDatabase(url, { report: (line) => shell.err(`${prefix}${line}\n`) })
  if (!isOnly)
    await identifyCell(url, {
      cellId: id,
      hasDefaultAccount: hasDefaultAccount(readSettings(shell.env), id),
    })
  return { id, applied, statements: await missingLimits(url) }
}

function describe(migrated: readonly Migrated[], inSandbox: string[] | undefined): CommandOutput {
  const [main] = migrated.filter(({ id }) => id === MAIN_CELL)
  const cells = migrated.filter(({ id }) => id !== MAIN_CELL)
  const statements = Array.from(new Set(migrated.flatMap((one) => one.statements)))
  const applied = main?.applied ?? []
  const lines = applied.map((name) => `applied ${name}`)
  for (const cell of cells)
    lines.push(...cell.applied.map((name) => `applied ${name} to the cell ${cell.id}`))
  if (lines.length === 0) lines.push('no missing migrations')
  lines.push(...(inSandbox ?? []).map((name) => `applied ${name} to the sandbox database`))
  if (statements.length > 0) lines.push('', MISSING_LIMITS, ...statements)
  const inCells = Object.fromEntries(cells.map((cell) => [cell.id, cell.applied]))
  return {
    json: {
      applied,
      ...(cells.length === 0 ? {} : { cells_applied: inCells }),
      ...(inSandbox === undefined ? {} : { sandbox_applied: inSandbox }),
      administrator_statements: statements,
    },
    text: lines.join('\n'),
  }
}

const MISSING_LIMITS =
  'Database roles lack limits. A database administrator must run these statements, and set a password for a new role:'

/** Returns the SQL statements that an administrator must run because the owner may not alter roles. */
async function missingLimits(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 1, applicationName: 'migrate' })
  try {
    return await findMissingLimits(database.em())
  } finally {
    await database.close()
  }
}
