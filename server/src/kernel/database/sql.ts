import { CompiledQuery } from 'kysely'
import type { Context } from '../context.ts'

/**
 * The types of a parameter of an SQL statement. The driver sends `Date` as timestamptz, `Buffer` as bytea, `bigint` as
 * int8.
 */
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
 * Runs one SQL statement with `$1…` parameters, inside the context's transaction if there is one. In the rows, int8 is
 * `bigint`, timestamptz is `Date` and jsonb is the parsed value. `Row` is not checked against the SQL statement.
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
