import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './accounts.ts'
import { addApiKeyCommands } from './api-keys.ts'
import { parsePerson } from './arguments.ts'
import { addAuditCommands } from './audit.ts'
import { addBackupCommands } from './backup.ts'
import { addBankAccountCommands } from './bank-accounts.ts'
import { addCellCommands } from './cells/cells.ts'
import type { Shell } from './context/shell.ts'
import { addLedgerCommands } from './ledger.ts'
import { addMigrateCommand } from './migrate.ts'
import { addPayoutCommands } from './payouts.ts'
import { addPixAccountCommands } from './pix-accounts.ts'
import { addPspCommands } from './psp.ts'
import { addReturnCommands } from './returns.ts'
import { addSecretsCommands } from './secrets.ts'
import { addStaffCommands } from './staff.ts'

/** Returns the tree of all commands. */
export function makeProgram(shell: Shell): Command {
  const program = new Command('cli')
    .description(
      'Commands for operators. Settings come from the environment. When DATABASE_URL is not set, they also come from ' +
        'settings.json of the embedded stack in DATA_DIR (.data).',
    )
    .option('--as <name>', 'the person who runs the command, for the audit log', parsePerson)
    .option('--cell <id>', 'the cell, if the command concerns no single account and there are several cells')
    .hook('preAction', (parsed) => {
      const { as: person, cell } = parsed.opts<{ as?: string; cell?: string }>()
      if (person !== undefined) shell.person = person
      if (cell !== undefined) shell.cell = cell
    })
    .showHelpAfterError('(use --help for the options)')
    .configureOutput({ writeOut: (text) => shell.out(text), writeErr: (text) => shell.err(text) })
    .exitOverride()
  addBankAccountCommands(addAccountCommands(program, shell), shell)
  addCellCommands(program, shell)
  addApiKeyCommands(program, shell)
  addStaffCommands(program, shell)
  addPayoutCommands(program, shell)
  addLedgerCommands(program, shell)
  addAuditCommands(program, shell)
  addReturnCommands(program, shell)
  addPspCommands(program, shell)
  addPixAccountCommands(program, shell)
  addSecretsCommands(program, shell)
  addBackupCommands(program, shell)
  addMigrateCommand(program, shell)
  return program
}

/** Runs one command. Returns the exit status of the process. */
export async function runCli(shell: Shell, args: readonly string[]): Promise<number> {
  const program = makeProgram(shell)
  try {
    await program.parseAsync(namesUnknownCommand(program, args) ? args.filter(isNotHelp) : args, {
      from: 'user',
    })
    return shell.failed ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    throw error
  }
}

const isNotHelp = (arg: string): boolean => arg !== '--help' && arg !== '-h'

/**
 * Returns whether `args` name an unknown subcommand. This function is needed because with `--help`, the library
 * commander prints the help of the group, and no error.
 */
function namesUnknownCommand(parent: Command, [name = '-', ...rest]: readonly string[]): boolean {
  if (name.startsWith('-') || name === 'help' || parent.commands.length === 0) return false
  const child = findCommand(parent, name)
  return child === undefined || namesUnknownCommand(child, rest)
}

export const findCommand = (parent: Command, name: string): Command | undefined =>
  parent.commands.find((child) => child.name() === name || child.aliases().includes(name))
