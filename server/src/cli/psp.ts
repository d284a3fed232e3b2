import { Option, type Command } from 'commander'
import { systemClock } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { makeLog } from '../kernel/log.ts'
import { Problem } from '../kernel/problem.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { NO_TRACING } from '../kernel/tracing/tracing.ts'
import { ACCOUNT_COLUMNS } from '../pix-accounts/account.queries.ts'
import { openSecrets, type AccountSecrets } from '../pix-accounts/account-secrets.ts'
import {
  openConnection,
  openDefaultConnection,
  type AccountConnection,
} from '../pix-accounts/open-account.ts'
import type { ApiPixSettings } from '../pix/api-pix.ts'
import type { CheckResult } from '../pix/check/check-call.ts'
import { checkPsp, type CheckReport } from '../pix/check/check-psp.ts'
import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'
import { STANDARD } from '../pix/profiles/profiles.ts'
import {
  settingsOfCell,
  runAndPrint,
  withContext,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'

interface CheckOptions extends OutputOptions {
  account: string
  callbackUrl?: string
  returnOf?: string
}

/** Adds the command that checks the account at a PSP (homologation). */
export function addPspCommands(program: Command, shell: Shell): void {
  const psp = program.command('psp').description('the PSPs of the receiving accounts')
  psp
    .command('check')
    .description('call every operation of a PSP, and print what holds and what deviates from its profile')
    .addOption(new Option('--account <id>', 'the receiving account').default(DEFAULT_PIX_ACCOUNT))
    .option('--callback-url <url>', 'register this URL; by default, the registered URL again')
    .option('--return-of <end-to-end-id>', 'return R$ 0,01 of this received Pix')
    .option('--json', 'print one line of JSON')
    .action((options: CheckOptions) =>
      runAndPrint(shell, options, () =>
        withConnection(shell, options.account, async (settings) => {
          const report = await checkPsp({ ...settings, timeoutMs: TIMEOUT_MS }, options)
          if (report.rows.some(({ result }) => result === 'fails' || result === 'deviates'))
            shell.failed = true
          return describe(options.account, settings, report)
        }),
      ),
    )
}

/**
 * The time limit of a call, in milliseconds. The check waits longer than the service, so that it can report the
 * duration of a slow operation.
 */
const TIMEOUT_MS = 20_000

/** Sets `callbackMtls` as the service does, because a PSP tests whether the URL refuses calls without a certificate. */
const toolsOf = ({ env }: Shell) => ({
  clock: systemClock,
  log: makeLog('silent'),
  tracing: NO_TRACING,
  callbackMtls: [env['PIX_CALLBACK_TLS_PORT'], env['PIX_CALLBACK_CERT_HEADER']].some(Boolean),
})

/**
 * Runs `work` with the connection of an account, then closes it. @throws Problem `not_found` for an unknown account.
 */
async function withConnection<T>(
  shell: Shell,
  id: string,
  work: (settings: ApiPixSettings) => Promise<T>,
): Promise<T> {
  if (id !== DEFAULT_PIX_ACCOUNT)
    return withContext(shell, (ctx) => withAccount(ctx, id, toolsOf(shell), work))
  const { config, secrets } = readConfig(settingsOfCell(shell))
  return withSettings(openDefaultConnection(config.pix, secrets, toolsOf(shell)), work)
}

async function withAccount<T>(
  ctx: Context,
  id: string,
  tools: ReturnType<typeof toolsOf>,
  work: (settings: ApiPixSettings) => Promise<T>,
): Promise<T> {
  const account = await db(ctx)
    .selectFrom('pix_account')
    .select(ACCOUNT_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account) throw new Problem('not_found', { reason: `there is no receiving account ${id}` })
  const secrets: AccountSecrets = {}
  for (const { kind, secret } of await openSecrets(ctx, { accountId: id })) secrets[kind] ??= secret
  return withSettings(openConnection(account, secrets, tools), work)
}

async function withSettings<T>(
  { settings, connections }: AccountConnection,
  work: (settings: ApiPixSettings) => Promise<T>,
): Promise<T> {
  try {
    return await work(settings)
  } finally {
    await connections.close()
  }
}

const RESULTS: readonly CheckResult[] = ['holds', 'deviates', 'fails', 'skipped']

function describe(
  accountId: string,
  { profile = STANDARD, environment = 'production' }: ApiPixSettings,
  { startedAt, txid, rows }: CheckReport,
): CommandOutput {
  const counts = RESULTS.map((result) => `${rows.filter((row) => row.result === result).length} ${result}`)
  const table = rows.map(({ step, call = '', result, status, ms, notes }) =>
    [
      step.padEnd(34),
      call.padEnd(36),
      result.padEnd(10),
      String(status ?? '-').padEnd(5),
      (ms === undefined ? '' : `${ms} ms`).padEnd(10),
      notes.join('; '),
    ]
      .join('')
      .trimEnd(),
  )
  const head = [
    `account ${accountId}, profile ${profile.name} (${profile.title}), environment ${environment}`,
    `started at ${startedAt.toISOString()}, txid of the charge ${txid}`,
    '',
  ]
  return {
    json: { account: accountId, profile: profile.name, environment, started_at: startedAt, txid, rows },
    text: [...head, ...table, '', counts.join(', ')].join('\n'),
  }
}
