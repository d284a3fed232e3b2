import type { AuditedContext, Origin } from '../../audit/record-audit.ts'
import { openDatabase } from '../../database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readDatabaseUrl, readToolSecrets } from '../../kernel/settings/config.ts'
import { readSandboxUrl } from '../../kernel/settings/sandbox-config.ts'
import { ConfigError } from '../../kernel/settings/parse-variables.ts'
import type { Context } from '../../kernel/context.ts'
import { systemIds } from '../../kernel/ids.ts'
import { makeLog } from '../../kernel/log.ts'
import { NO_METRICS } from '../../kernel/metrics/metrics.ts'
import { NO_TRACING } from '../../kernel/tracing/tracing.ts'
import { makeVault, type Vault } from '../../kernel/vault.ts'

interface Connection {
  applicationName: string
  poolSize: number
  isScopedToAccount?: boolean
  /** The origin of the actions of the tool, for the audit log. */
  origin?: Origin
}

/**
 * Runs `work` with a context for a command-line tool. The context uses the configured database with the application's
 * role.
 */
export function withToolContext<T>(
  settings: Record<string, string | undefined>,
  connection: Connection,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const secrets = readToolSecrets(settings)
  const vault = makeVault(systemIds, { ...secrets, keys: secrets.encryptionKeys })
  return run(secrets.databaseUrl, connection, vault, work)
}

/**
 * Does the same as `withToolContext`, but on the sandbox database. SQL statements see only the rows of the test account
 * that `withAccount` names.
 * @throws ConfigError when SANDBOX_DATABASE_URL is not set.
 */
export function withSandboxContext<T>(
  settings: Record<string, string | undefined>,
  connection: Connection,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const url = readSandboxUrl(settings)
  if (url === undefined)
    throw new ConfigError('SANDBOX_DATABASE_URL is not set: this installation has no test environment')
  const secrets = readToolSecrets(settings)
  const vault = makeVault(systemIds, { ...secrets, keys: secrets.encryptionKeys })
  return run(url, { ...connection, isScopedToAccount: true }, vault, work)
}

/** Like `withToolContext`, but needs only the setting `DATABASE_URL`. Every use of the vault throws. */
export const withKeylessContext = <T>(
  settings: Record<string, string | undefined>,
  connection: Connection,
  work: (ctx: Context) => Promise<T>,
): Promise<T> => run(readDatabaseUrl(settings), connection, NO_VAULT, work)

const refuse = (): never => {
  throw new Error("BUG: a command that runs without the service's keys used the vault")
}

const NO_VAULT: Vault = {
  get keyIds() {
    return refuse()
  },
  seal: refuse,
  open: refuse,
  fingerprint: refuse,
  sign: refuse,
}

async function run<T>(
  url: string,
  { origin, ...connection }: Connection,
  vault: Vault,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ url, ...connection })
  try {
    const ctx: AuditedContext = {
      em: database.em(),
      clock: systemClock,
      ids: systemIds,
      vault,
      log: makeLog('silent'),
      metrics: NO_METRICS,
      tracing: NO_TRACING,
      correlationId: systemIds.uuid(systemClock.now()),
      actor: 'cli',
      ...(origin && { origin }),
    }
    return await work(ctx)
  } finally {
    await database.close()
  }
}
