import type { Context } from '../context.ts'
import { compareKey, firstKey, keyOf, sealedTables, type SealedColumn } from './sealed-column.ts'

/**
 * The number of rows that one SQL statement reads. This limit keeps each SQL statement short in a table of any size.
 */
const WINDOW = 20_000

/** Counts the sealed values of a column by the id of their encryption key. */
export async function countKeys(ctx: Context, column: SealedColumn): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let after: string[] | undefined = firstKey(column)
  while (after) {
    const end = await findWindowEnd(ctx, column, after)
    for (const { id, count } of await countWindow(ctx, column, { after, end }))
      counts.set(id, (counts.get(id) ?? 0) + count)
    after = end
  }
  return counts
}

/** Returns the primary key of the last row of the next window (WINDOW rows); undefined if fewer rows remain. */
async function findWindowEnd(
  ctx: Context,
  column: SealedColumn,
  after: readonly string[],
): Promise<string[] | undefined> {
  let query = sealedTables(ctx).selectFrom(column.table).select(column.key)
  for (const name of column.key) query = query.orderBy(name)
  const last = await query
    .where(compareKey(column, '>', after))
    .offset(WINDOW - 1)
    .limit(1)
    .executeTakeFirst()
  return last && keyOf(column, last)
}

async function countWindow(
  ctx: Context,
  column: SealedColumn,
  { after, end }: { after: readonly string[]; end: readonly string[] | undefined },
): Promise<{ id: string; count: number }[]> {
  let query = sealedTables(ctx)
    .selectFrom(column.table)
    .select(({ fn }) => [`${column.keyId} as id`, fn.countAll<bigint>().as('count')])
    .where(column.keyId, 'is not', null)
    .where(compareKey(column, '>', after))
    .groupBy(column.keyId)
  if (end) query = query.where(compareKey(column, '<=', end))
  const rows = await query.execute()
  return rows.map(({ id, count }) => ({ id: String(id), count: Number(count) }))
}
