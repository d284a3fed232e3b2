import { openDatabase } from '../src/database.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { readToolSecrets } from '../src/kernel/config.ts'
import type { Context } from '../src/kernel/context.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { makeLog } from '../src/kernel/log.ts'
import { makeVault } from '../src/kernel/vault.ts'
import type { Settings } from '../stack/settings.ts'

/** Runs `work` with a context of the application's role, as the command line has one. */
export async function withContext<T>(settings: Settings, work: (ctx: Context) => Promise<T>): Promise<T> {
  const secrets = readToolSecrets(settings)
  const vault = makeVault(systemIds, { ...secrets, keys: secrets.encryptionKeys })
  const database = await openDatabase({ url: secrets.databaseUrl, poolSize: 4, applicationName: 'bench' })
  try {
    return await work({
      em: database.em(),
      clock: systemClock,
      ids: systemIds,
      vault,
      log: makeLog('silent'),
      correlationId: systemIds.uuid(systemClock.now()),
      actor: 'cli',
    })
  } finally {
    await database.close()
  }
}
