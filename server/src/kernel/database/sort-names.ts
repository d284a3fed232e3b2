import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { db } from './tables.ts'

/** Returns the names in the order of the database's collation. */
export async function sortNames(ctx: Context, names: readonly string[]): Promise<string[]> {
  const rows = await db(ctx)
    .selectFrom(sql<{ name: string }>`unnest(${names}::text[])`.as<'given'>(sql`given(name)`))
    .select('given.name')
    .orderBy('given.name')
    .execute()
  return rows.map(({ name }) => name)
}
