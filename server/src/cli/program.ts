import { Command, CommanderError, Option } from 'commander'
import { parseCents, parsePerson, parseWholeNumber } from './arguments.ts'
import { addApiKeyCommands } from './api-keys.ts'
import { formatMerchant, formatMerchants } from './format-output.ts'
import { addAuditCommands } from './audit.ts'
import { addBackupCommands } from './backup.ts'
import { addBankAccountCommands } from './bank-accounts.ts'
import { addLedgerCommands } from './ledger.ts'
import { addPayoutCommands } from './payouts.ts'
import { addPspCommands } from './psp.ts'
import { addPixAccountCommands } from './pix-accounts.ts'
import { addReturnCommands } from './returns.ts'
import { addSecretsCommands } from './secrets.ts'
import { runAndPrint, readSettings, withContext, type OutputOptions, type Shell } from './shell.ts'
import { addStaffCommands } from './staff.ts'
import { migrateDatabase, migrateSandbox, openDatabase } from '../database.ts'
import { findMissingLimits } from '../kernel/database/role-limits.ts'
import { readMigrationUrl } from '../kernel/settings/config.ts'
import { readSandboxMigrationUrl } from '../kernel/settings/sandbox-config.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import {
  DISPUTE_POLICIES,
  REFUND_FEE_POLICIES,
  type DisputePolicy,
  type RefundFeePolicy,
} from '../merchants/merchant.entity.ts'
import { listAllMerchants } from '../merchants/merchant.queries.ts'
import type { TermsPatch } from '../merchants/terms.ts'
import { updateTerms } from '../merchants/update-terms.ts'

/** Adds a command that accepts `--json`. */
const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one line of JSON')

interface TermOptions extends OutputOptions {
  feeBps?: number
  feeFixed?: bigint
  reserveBps?: number
  reserveDays?: number
  settlementDays?: number
  refundFeePolicy?: RefundFeePolicy
  disputePolicy?: DisputePolicy
  amountCeiling?: bigint
  pixEnabled?: true
  pixDisabled?: true
  writeRate?: number
  readRate?: number
  searchRate?: number
}

const withTerms = (target: Command): Command =>
  target
    .option('--fee-bps <bps>', 'percentage part of the fee, in basis points (200 = 2 %)', parseWholeNumber)
    .option('--fee-fixed <cents>', 'fixed part of the fee, in centavos', parseCents)
    .option('--reserve-bps <bps>', 'contractual reserve, in basis points of the net', parseWholeNumber)
    .option('--reserve-days <days>', 'days until the reserve is released', parseWholeNumber)
    .option('--settlement-days <days>', 'days until a settled sale becomes available', parseWholeNumber)
    .addOption(
      new Option('--refund-fee-policy <policy>', 'what a refund does with the fee').choices(
        REFUND_FEE_POLICIES,
      ),
    )
    .addOption(
      new Option(
        '--dispute-policy <policy>',
        'what happens when a lost dispute is larger than the amount it holds',
      ).choices(DISPUTE_POLICIES),
    )
    .option('--amount-ceiling <cents>', 'highest amount of one charge, in centavos', parseCents)
    .option('--pix-disabled', 'the account may not receive by Pix')
    .option('--write-rate <n>', 'writes per second; a burst may be twice as large', parseWholeNumber)
    .option('--read-rate <n>', 'reads per second; a burst may be twice as large', parseWholeNumber)
    .option('--search-rate <n>', 'searches per second; a burst may be twice as large', parseWholeNumber)

function termsFrom(options: TermOptions): TermsPatch {
  return {
    feePercentBps: options.feeBps,
    feeFixedCents: options.feeFixed,
    reserveBps: options.reserveBps,
    reserveDays: options.reserveDays,
    settlementDelayDays: options.settlementDays,
    refundFeePolicy: options.refundFeePolicy,
    disputePolicy: options.disputePolicy,
    amountCeilingCents: options.amountCeiling,
    pixEnabled: options.pixDisabled ? false : options.pixEnabled,
    writeRate: options.writeRate,
    readRate: options.readRate,
    searchRate: options.searchRate,
  }
}

function addAccountCommands(program: Command, shell: Shell): Command {
  const account = program.command('account').description('merchant accounts and their terms')

  withTerms(command(account, 'create', 'create a merchant and open its ledger'))
    .requiredOption('--name <name>', 'the name of the business')
    .requiredOption('--document <document>', 'CPF or CNPJ, without punctuation')
    .action((options: TermOptions & { name: string; document: string }) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => {
          const { name, document } = options
          return formatMerchant(await createMerchant(ctx, { name, document, terms: termsFrom(options) }))
        }),
      ),
    )

  withTerms(command(account, 'update', 'change the terms; omitted options keep their value'))
    .requiredOption('--account <gateway_id>', 'the account')
    .option('--pix-enabled', 'the account may receive by Pix')
    .action((options: TermOptions & { account: string }) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) =>
          formatMerchant(await updateTerms(ctx, options.account, termsFrom(options))),
        ),
      ),
    )

  command(account, 'list', 'every account, by name').action((options: OutputOptions) =>
    runAndPrint(shell, options, () =>
      withContext(shell, async (ctx) => formatMerchants(await listAllMerchants(ctx))),
    ),
  )
  return account
}

function addMigrateCommand(program: Command, shell: Shell): void {
  command(program, 'migrate', 'apply the missing migrations; connects with MIGRATION_DATABASE_URL').action(
    (options: OutputOptions) =>
      runAndPrint(shell, options, async () => {
        const url = readMigrationUrl(readSettings(shell.env))
        const applied = await migrateDatabase(url, { report: (line) => shell.err(`${line}\n`) })
        const sandboxUrl = readSandboxMigrationUrl(readSettings(shell.env))
        const report = (line: string): void => shell.err(`sandbox: ${line}\n`)
        const inSandbox = sandboxUrl === undefined ? [] : await migrateSandbox(sandboxUrl, { report })
        const statements = await missingLimits(url)
        const lines =
          applied.length === 0 ? ['no missing migrations'] : applied.map((name) => `applied ${name}`)
        lines.push(...inSandbox.map((name) => `applied ${name} to the sandbox database`))
        if (statements.length > 0) lines.push('', MISSING_LIMITS, ...statements)
        return {
          json: {
            applied,
            ...(sandboxUrl === undefined ? {} : { sandbox_applied: inSandbox }),
            administrator_statements: statements,
          },
          text: lines.join('\n'),
        }
      }),
  )
}

const MISSING_LIMITS =
  'Database roles lack limits. A database administrator must run these statements, and set a password for a new role:'

/** Returns the statements that an administrator must run because the owner may not alter roles. */
async function missingLimits(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 1, applicationName: 'migrate' })
  try {
    return await findMissingLimits(database.em())
  } finally {
    await database.close()
  }
}

/** Returns the tree of all commands. */
export function makeProgram(shell: Shell): Command {
  const program = new Command('cli')
    .description(
      'Commands for operators. Settings come from the environment. When DATABASE_URL is not set, they also come from ' +
        'settings.json of the embedded stack in DATA_DIR (.data).',
    )
    .option('--as <name>', 'the person who runs the command, for the audit log', parsePerson)
    .hook('preAction', (parsed) => {
      const { as: person } = parsed.opts<{ as?: string }>()
      if (person !== undefined) shell.person = person
    })
    .showHelpAfterError('(use --help for the options)')
    .configureOutput({ writeOut: (text) => shell.out(text), writeErr: (text) => shell.err(text) })
    .exitOverride()
  addBankAccountCommands(addAccountCommands(program, shell), shell)
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
