import { findUnlimited } from './kernel/database/role-limits.ts'
import { ConfigError } from './kernel/settings/parse-variables.ts'
import type { Kit } from './kit.ts'
import { getReturnHold } from './returns/hold/return-hold.queries.ts'

/**
 * Logs one warning when a database role of this process lacks limits. Ignores a role that cannot connect to the
 * database.
 */
export async function warnWithoutLimits(kit: Pick<Kit, 'context' | 'consoleContext' | 'log'>): Promise<void> {
  const contexts = [kit.context('start'), kit.consoleContext('start')]
  const found = await Promise.allSettled(contexts.map(({ em }) => findUnlimited(em)))
  const missing = found.flatMap((one) =>
    one.status === 'fulfilled' && one.value.missing.length > 0 ? [[one.value.role, one.value.missing]] : [],
  )
  if (missing.length > 0)
    kit.log.warn(
      { missing: Object.fromEntries(missing) },
      'database roles have no limits; the command `migrate` prints the statements to run',
    )
}

/**
 * Opens the file store. If the database is unreachable, the process opens the store later, at its first use.
 * @throws ConfigError when the configured folder does not contain the files of this database.
 */
export async function openFileStore(kit: Pick<Kit, 'context' | 'files' | 'log'>): Promise<void> {
  try {
    await kit.files.store(kit.context('start'))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    kit.log.warn({ err: error }, 'the file store was not checked, because the database cannot be read')
  }
}

/** Logs one warning when returns are held. Does nothing if the database cannot be reached. */
export async function warnWhileReturnsAreHeld(kit: Pick<Kit, 'context' | 'log'>): Promise<void> {
  const hold = await getReturnHold(kit.context('start')).catch(() => undefined)
  if (!hold?.heldBy) return
  kit.log.warn(
    { alarm: 'returns_held', held_by: hold.heldBy },
    'returns are held: no money goes back to payers until an operator runs the command `returns release`',
  )
}
