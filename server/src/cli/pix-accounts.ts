import { readFileSync } from 'node:fs'
import { Option, type Command } from 'commander'
import { listAssignedAccounts, listPixAccounts } from '../pix-accounts/account.queries.ts'
import { assignPixAccounts } from '../pix-accounts/manage/assign-accounts.ts'
import { changePixAccountConnection } from '../pix-accounts/manage/change-account-connection.ts'
import { createPixAccount } from '../pix-accounts/manage/create-pix-account.ts'
import {
  PIX_ACCOUNT_STATES,
  PIX_ENVIRONMENTS,
  type PixAccount,
  type PixAccountState,
  type PixEnvironment,
} from '../pix-accounts/pix-account.entity.ts'
import { replacePixAccountSecrets } from '../pix-accounts/manage/replace-account-secrets.ts'
import { replaceCallbackSecret } from '../pix-accounts/manage/replace-callback-secret.ts'
import { setPixAccountState } from '../pix-accounts/manage/set-account-state.ts'
import { PROFILE_NAMES } from '../pix/profiles/profiles.ts'
import { ConfigError } from '../kernel/settings/parse-variables.ts'
import { parseCents } from './arguments.ts'
import { withMerchant } from './context/cell-context.ts'
import {
  runAndPrint,
  withContext,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'

/** The options that name files with secrets and certificates. */
interface FileOptions {
  clientSecretFile?: string
  appKeyFile?: string
  certificateFile?: string
  privateKeyFile?: string
  caFile?: string
}

interface AddOptions extends OutputOptions, FileOptions {
  id: string
  profile: string
  environment: PixEnvironment
  baseUrl: string
  tokenUrl: string
  clientId: string
  pixKey: string
  chargeCeiling?: bigint
  payoutCeiling?: bigint
}

/** Adds the commands for the receiving accounts at PSPs. */
export function addPixAccountCommands(program: Command, shell: Shell): void {
  const accounts = program.command('accounts').description('receiving accounts at PSPs')

  command(accounts, 'list', 'every receiving account, with its state').action((options: OutputOptions) =>
    runAndPrint(shell, options, () => withContext(shell, async (ctx) => format(await listPixAccounts(ctx)))),
  )

  addAccount(accounts, shell)
  addReplaceSecrets(accounts, shell)

  command(accounts, 'state', 'change the state of a receiving account')
    .requiredOption('--id <id>', 'the receiving account')
    .addOption(
      new Option('--state <state>', 'the new state').choices(PIX_ACCOUNT_STATES).makeOptionMandatory(),
    )
    .action((options: OutputOptions & { id: string; state: PixAccountState }) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => format([await setPixAccountState(ctx, options.id, options.state)])),
      ),
    )

  addChangeConnection(accounts, shell)

  command(
    accounts,
    'replace-callback-secret',
    'replace the secret in the callback URL of a receiving account',
  )
    .requiredOption('--id <id>', 'the receiving account')
    .action((options: OutputOptions & { id: string }) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => format([await replaceCallbackSecret(ctx, options.id)])),
      ),
    )

  command(accounts, 'assign', 'set the receiving accounts of a merchant, in order')
    .requiredOption('--account <gateway_id>', 'the account of the merchant')
    .option('--ids <ids>', 'the receiving accounts, separated by commas; without it, only default', '')
    .action((options: OutputOptions & { account: string; ids: string }) =>
      runAndPrint(shell, options, () =>
        withMerchant(shell, options.account, async (ctx) => {
          const ids = options.ids.split(',').filter((id) => id !== '')
          await assignPixAccounts(ctx, options.account, ids)
          const assigned = await listAssignedAccounts(ctx, options.account)
          return {
            json: { gateway_id: options.account, accounts: assigned },
            text: assigned.join('\n') || 'default',
          }
        }),
      ),
    )
}

const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one line of JSON')

const withFiles = (given: Command): Command =>
  given
    .option('--client-secret-file <path>', 'a file with the client secret')
    .option('--app-key-file <path>', 'a file with the application key')
    .option('--certificate-file <path>', 'a PEM file with the client certificate')
    .option('--private-key-file <path>', 'a PEM file with the private key of the certificate')
    .option('--ca-file <path>', 'a PEM file with the certificate authorities of the PSP')

const contentsOf = (options: FileOptions) => ({
  clientSecret: contentOf(options.clientSecretFile),
  appKey: contentOf(options.appKeyFile),
  certificate: contentOf(options.certificateFile),
  privateKey: contentOf(options.privateKeyFile),
  caPem: contentOf(options.caFile),
})

function addReplaceSecrets(accounts: Command, shell: Shell): void {
  const replace = command(
    accounts,
    'replace-secrets',
    'replace secrets of a receiving account without a restart; values that are not given stay as they are',
  )
  withFiles(replace)
    .requiredOption('--id <id>', 'the receiving account')
    .option('--client-id <id>', 'the client id at the PSP')
    .action((options: OutputOptions & FileOptions & { id: string; clientId?: string }) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => {
          const given = { clientId: options.clientId, ...contentsOf(options) }
          return format([await replacePixAccountSecrets(ctx, options.id, given)])
        }),
      ),
    )
}

interface ConnectionOptions extends OutputOptions {
  id: string
  baseUrl?: string
  tokenUrl?: string
  pixKey?: string
}

function addChangeConnection(accounts: Command, shell: Shell): void {
  command(
    accounts,
    'change-connection',
    'change the URLs and the Pix key of a receiving account; values that are not given stay as they are',
  )
    .requiredOption(
      '--id <id>',
      'the receiving account; for a new base URL or key, it must be draining and idle',
    )
    .option('--base-url <url>', 'the address of API Pix, with the version')
    .option('--token-url <url>', 'the address for access tokens')
    .option('--pix-key <key>', 'the Pix key (DICT) that receives the payments')
    .action((options: ConnectionOptions) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) =>
          format([await changePixAccountConnection(ctx, options.id, options)]),
        ),
      ),
    )
}

function addAccount(accounts: Command, shell: Shell): void {
  withFiles(command(accounts, 'add', 'create a receiving account; its secrets are read from files'))
    .requiredOption('--id <id>', 'a short name: lower-case letters, digits and hyphens')
    .addOption(
      new Option('--profile <profile>', 'the dialect of the PSP').choices(PROFILE_NAMES).default('standard'),
    )
    .addOption(
      new Option('--environment <environment>', 'the environment of the PSP')
        .choices(PIX_ENVIRONMENTS)
        .default('production'),
    )
    .requiredOption('--base-url <url>', 'the address of API Pix, with the version')
    .requiredOption('--token-url <url>', 'the address for access tokens')
    .requiredOption('--client-id <id>', 'the client id at the PSP')
    .requiredOption('--pix-key <key>', 'the Pix key (DICT) that receives the payments')
    .option('--charge-ceiling <cents>', 'highest amount of one charge, in centavos', parseCents)
    .option('--payout-ceiling <cents>', 'highest amount of one payout, in centavos', parseCents)
    .action((options: AddOptions) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => {
          const account = await createPixAccount(ctx, {
            ...options,
            ...contentsOf(options),
            chargeCeilingCents: options.chargeCeiling,
            payoutCeilingCents: options.payoutCeiling,
          })
          return format([account])
        }),
      ),
    )
}

function contentOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(`the file ${file} cannot be read: check its path and its access rights`)
  }
}

const present = (account: PixAccount) => ({
  id: account.id,
  profile: account.profile,
  environment: account.environment,
  state: account.state,
  base_url: account.baseUrl,
  charge_ceiling_cents: account.chargeCeilingCents?.toString() ?? null,
  payout_ceiling_cents: account.payoutCeilingCents?.toString() ?? null,
  certificate_ends_at: account.certificateEndsAt?.toISOString() ?? null,
})

const format = (accounts: PixAccount[]): CommandOutput => ({
  json: { accounts: accounts.map(present) },
  text: accounts
    .map(({ id, profile, state, baseUrl }) => `${id}  ${profile}  ${state}  ${baseUrl ?? '(settings PIX_*)'}`)
    .join('\n'),
})
