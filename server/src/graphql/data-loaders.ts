import DataLoader from 'dataloader'
import type { Context } from '../kernel/context.ts'

/** The maximum number of keys that one call of `read` gets. */
const BATCH_MAX = 200

/**
 * Creates a data loader. The loader combines the loads of the same tick and context into calls of `read` with at most
 * BATCH_MAX keys, and caches the results for the lifetime of the context.
 */
function makeLoader<Key, Value>(
  read: (ctx: Context, keys: readonly Key[]) => Promise<Value[]>,
  nameOf: (key: Key) => string,
): (ctx: Context, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Context, DataLoader<Key, Value, string>>()
  return (ctx, key) => {
    const existing = loaders.get(ctx)
    const loader =
      existing ??
      new DataLoader<Key, Value, string>((keys) => read(ctx, keys), {
        cacheKeyFn: nameOf,
        maxBatchSize: BATCH_MAX,
      })
    if (!existing) loaders.set(ctx, loader)
    return loader.load(key)
  }
}

/** Creates a data loader that returns one row by its id; undefined if there is none. */
export function oneById<Row extends { id: string }>(
  read: (ctx: Context, ids: readonly string[]) => Promise<Row[]>,
): (ctx: Context, id: string) => Promise<Row | undefined> {
  return makeLoader(
    async (ctx, ids: readonly string[]) => {
      const rows = new Map((await read(ctx, ids)).map((row) => [row.id, row]))
      return ids.map((id) => rows.get(id))
    },
    (id) => id,
  )
}

/**
 * Creates a data loader that returns the rows belonging to an id, in the order of `read`. `ownerOf` returns the id of a
 * row's owner.
 */
export function manyById<Row>(
  read: (ctx: Context, ids: readonly string[]) => Promise<Row[]>,
  ownerOf: (row: Row) => string,
): (ctx: Context, id: string) => Promise<Row[]> {
  return makeLoader(
    async (ctx, ids: readonly string[]) => {
      const rows = Map.groupBy(await read(ctx, ids), ownerOf)
      return ids.map((id) => rows.get(id) ?? [])
    },
    (id) => id,
  )
}

/** An object of a merchant, such as a charge: the key of `manyByOwner`. */
export interface Owner {
  merchantId: string
  id: string
}

/**
 * Creates a data loader that returns the rows of an owner, in the order of `read`. `ownerOf` returns the id of a row's
 * owner.
 */
export function manyByOwner<Row>(
  read: (ctx: Context, merchantId: string, ids: string[]) => Promise<Row[]>,
  ownerOf: (row: Row) => string | null,
): (ctx: Context, owner: Owner) => Promise<Row[]> {
  return makeLoader(
    async (ctx, owners: readonly Owner[]) => {
      const ownersByMerchant = Map.groupBy(owners, ({ merchantId }) => merchantId)
      const rowsByMerchant = await Promise.all(
        Array.from(ownersByMerchant, async ([merchantId, merchantOwners]) => {
          const rows = await read(
            ctx,
            merchantId,
            merchantOwners.map(({ id }) => id),
          )
          return [merchantId, Map.groupBy(rows, ownerOf)] as const
        }),
      )
      const found = new Map(rowsByMerchant)
      return owners.map(({ merchantId, id }) => found.get(merchantId)?.get(id) ?? [])
    },
    ({ merchantId, id }) => `${merchantId}/${id}`,
  )
}
