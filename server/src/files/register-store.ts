import { transaction, type Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'

/**
 * Returns the id of the file store of this database. The first call creates the id, and calls `prepare` with the id
 * before the commit.
 */
export async function registerStore(
  ctx: Context,
  prepare: (storeId: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const known = await findStoreId(ctx)
  if (known !== undefined) return known
  const storeId = ctx.ids.uuid(ctx.clock.now())
  await transaction(ctx, async (tx) => {
    const added = await db(tx)
      .insertInto('file_store')
      .values({ id: 1, store_id: storeId, created_at: tx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (added.numInsertedOrUpdatedRows === 1n) await prepare(storeId)
  })
  const registered = await findStoreId(ctx)
  if (registered === undefined) throw new Error('BUG: registerStore: table file_store is empty')
  return registered
}

async function findStoreId(ctx: Context): Promise<string | undefined> {
  const row = await db(ctx).selectFrom('file_store').select('store_id').executeTakeFirst()
  return row?.store_id
}
