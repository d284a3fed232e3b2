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

/**
 * Returns `time` plus an interval that depends on a column. Adds the interval in UTC, because Citus refuses an update
 * that passes a column to a function that depends on the time zone of the session (decision 0987).
 */
export const delayedBy = (time: Date, interval: Expression<unknown>): Expression<Date> =>
  sql<Date>`(${time}::timestamptz at time zone 'UTC' + ${interval}) at time zone 'UTC'`

/** Escapes the wildcards of SQL `like` in a text, so that the text matches only itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
