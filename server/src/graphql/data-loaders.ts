import DataLoader from 'dataloader'
import type { Context } from '../kernel/context.ts'

/** Rows asked for in one question to the database. */
const BATCH_MAX = 200

/**
 * Turns a read of many into a read of one: whatever is asked for within a request, at the same moment, becomes one
 * question. The answer lives as long as the request's context.
 */
function batched<Key, Value>(
  read: (ctx: Context, keys: readonly Key[]) => Promise<Value[]>,
  nameOf: (key: Key) => string,
): (ctx: Context, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Context, DataLoader<Key, Value, string>>()
  return (ctx, key) => {
    const standing = loaders.get(ctx)
    const loader =
      standing ??
      new DataLoader<Key, Value, string>((keys) => read(ctx, keys), {
        cacheKeyFn: nameOf,
        maxBatchSize: BATCH_MAX,
      })
    if (!standing) loaders.set(ctx, loader)
    return loader.load(key)
  }
}

/** One row by its id; undefined when there is none. */
export function oneById<Row extends { id: string }>(
  read: (ctx: Context, ids: readonly string[]) => Promise<Row[]>,
): (ctx: Context, id: string) => Promise<Row | undefined> {
  return batched(
    async (ctx, ids: readonly string[]) => {
      const rows = new Map((await read(ctx, ids)).map((row) => [row.id, row]))
      return ids.map((id) => rows.get(id))
    },
    (id) => id,
  )
}

/** The rows that belong to an id, in the order read. `ownerOf` tells the id that a row belongs to. */
export function manyById<Row>(
  read: (ctx: Context, ids: readonly string[]) => Promise<Row[]>,
  ownerOf: (row: Row) => string,
): (ctx: Context, id: string) => Promise<Row[]> {
  return batched(
    async (ctx, ids: readonly string[]) => {
      const rows = Map.groupBy(await read(ctx, ids), ownerOf)
      return ids.map((id) => rows.get(id) ?? [])
    },
    (id) => id,
  )
}

/** Whose rows are asked for: an id within a merchant. */
export interface Owner {
  merchantId: string
  id: string
}

/** The rows that belong to an owner, in the order read. `ownerOf` tells the id of a row's owner. */
export function manyByOwner<Row>(
  read: (ctx: Context, merchantId: string, ids: string[]) => Promise<Row[]>,
  ownerOf: (row: Row) => string | null,
): (ctx: Context, owner: Owner) => Promise<Row[]> {
  return batched(
    async (ctx, owners: readonly Owner[]) => {
      const merchants = Map.groupBy(owners, ({ merchantId }) => merchantId)
      const read1 = await Promise.all(
        Array.from(merchants, async ([merchantId, those]) => {
          const rows = await read(
            ctx,
            merchantId,
            those.map(({ id }) => id),
          )
          return [merchantId, Map.groupBy(rows, ownerOf)] as const
        }),
      )
      const found = new Map(read1)
      return owners.map(({ merchantId, id }) => found.get(merchantId)?.get(id) ?? [])
    },
    ({ merchantId, id }) => `${merchantId}/${id}`,
  )
}
