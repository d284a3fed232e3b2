import { sql, type Expression } from 'kysely'

/** Returns a sum of int8 values as int8, zero without rows. PostgreSQL sums int8 as numeric. */
export const sumOrZero = (sum: Expression<unknown>) => sql<bigint>`coalesce(${sum}, 0)::bigint`
