import { openDatabase } from '../database.ts'
import { systemClock } from '../kernel/clock.ts'
import { readToolSecrets } from '../kernel/settings/config.ts'
import type { Context } from '../kernel/context.ts'
import { systemIds } from '../kernel/ids.ts'
import { makeLog } from '../kernel/log.ts'
import { NO_METRICS } from '../kernel/metrics/metrics.ts'
import { NO_TRACING } from '../kernel/tracing/tracing.ts'
import { makeVault } from '../kernel/vault.ts'

/** Runs `work` with a context for a command-line tool. Connects as the application role to the configured database. */
export async function withToolContext<T>(
  settings: Record<string, string | undefined>,
  { applicationName, poolSize }: { applicationName: string; poolSize: number },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const secrets = readToolSecrets(settings)
  const vault = makeVault(systemIds, { ...secrets, keys: secrets.encryptionKeys })
  const database = await openDatabase({ url: secrets.databaseUrl, poolSize, applicationName })
  try {
    return await work({
      em: database.em(),
      clock: systemClock,
      ids: systemIds,
      vault,
      log: makeLog('silent'),
      metrics: NO_METRICS,
      tracing: NO_TRACING,
      correlationId: systemIds.uuid(systemClock.now()),
      actor: 'cli',
    })
  } finally {
    await database.close()
  }
}
