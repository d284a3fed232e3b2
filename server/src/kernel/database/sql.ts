import { CompiledQuery } from 'kysely'
import type { Context } from '../context.ts'

/** What a parameter of a statement may be. `Date` is a timestamptz, `Buffer` a bytea, `bigint` an int8. */
export type SqlParameter =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Buffer
  | null
  | readonly (string | number | bigint | boolean | Date | Buffer | null)[]

/**
 * Runs one statement with `$1…` parameters, inside the context's transaction when it has one. Rows come as the
 * driver reads them: int8 as `bigint`, timestamptz as `Date`, jsonb parsed. The row type is the caller's promise.
 */
export async function sql<Row extends object = never>(
  ctx: Context,
  text: string,
  parameters: readonly SqlParameter[] = [],
): Promise<Row[]> {
  const { rows } = await ctx.em
    .getKysely<object>()
    .executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
