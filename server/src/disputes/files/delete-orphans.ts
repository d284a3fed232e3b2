import type { WithFiles } from '../../files/file-tools.ts'
import { plusMs } from '../../kernel/clock.ts'
import { isAborted, type Context } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { runNightly } from '../../kernel/jobs/nightly.ts'
import { objectName, readObjectName } from './object-name.ts'

/**
 * Objects younger than this (in milliseconds) are never deleted. An upload adds the row of a file within a minute after
 * it has stored the object. The limit of seven days allows an operator to restore the database to an earlier moment,
 * and then to a later one, without losing files.
 */
const AGE_MS_MIN = 7 * 86_400_000

/**
 * Deletes stored objects that have no row. Such objects remain when an upload fails before it adds its row, or a
 * deletion fails after it has deleted the row. Objects whose name this service did not create are kept. Returns the
 * number of deleted objects.
 */
export async function deleteOrphans(ctx: Context & WithFiles): Promise<number> {
  const store = await ctx.files.store(ctx)
  const newest = uuidV7(plusMs(ctx.clock.now(), -AGE_MS_MIN), Buffer.alloc(10))
  let count = 0
  for await (const names of store.list()) {
    if (isAborted(ctx)) break
    const files = names.flatMap((name) => readObjectName(name) ?? []).filter(({ id }) => id < newest)
    const ids = files.map(({ id }) => id)
    const known = await findIds(ctx, ids)
    const orphans = files.filter(({ id }) => !known.has(id))
    for (const orphan of orphans) await store.delete(objectName(orphan))
    count += orphans.length
  }
  return count
}

/**
 * Deletes the objects without a row once a night, in only one process. Returns whether this process deleted the
 * objects.
 */
export const deleteOrphansNightly = (ctx: Context & WithFiles): Promise<boolean> =>
  runNightly(ctx, 'dispute-file-orphans', async (claimed) => {
    const count = await deleteOrphans(claimed)
    if (count > 0) claimed.log.info({ count }, 'deleted stored objects without a file')
  })

async function findIds(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db(ctx).selectFrom('dispute_file').select('id').where('id', '=', anyUuid(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}
