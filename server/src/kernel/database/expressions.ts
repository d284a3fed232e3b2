import { sql, type Expression } from 'kysely'

/**
 * Returns a sum of int8 values as int8; zero if there are no rows. Without the cast, PostgreSQL would return numeric.
 */
export const sumOrZero = (sum: Expression<unknown>) => sql<bigint>`coalesce(${sum}, 0)::bigint`

/** Returns a time as a parameter of type timestamptz. */
export const timeOf = (time: Date): Expression<Date> => sql<Date>`${time}::timestamptz`

/** Returns `time` plus `ms` milliseconds. A negative `ms` goes back in time. */
export const laterBy = (time: Expression<Date>, ms: number): Expression<Date> =>
  sql<Date>`${time} + ${sql.lit(ms)} * interval '1 millisecond'`

/** Escapes the wildcards of SQL `like` in a text, so that the text matches only itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
