import type { Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'

/**
 * Locks the directory until the transaction ends, and returns the version of the change. So the versions of the
 * directory become visible in their order.
 */
export async function nextVersion(tx: Tx): Promise<bigint> {
  const { version } = await db(tx)
    .updateTable('directory_head')
    .set((eb) => ({ version: eb('version', '+', 1n) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
