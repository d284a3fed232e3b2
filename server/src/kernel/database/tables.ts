import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'

/**
 * The row type of each table, by table name. The module of each entity adds its table, with the columns of the entity
 * (`InferKyselyTable`). So a wrong column or type in a query fails the type check.
 */
export interface Tables {}

/**
 * Returns the typed query builder of the context. SQL statements run inside the context's transaction if there is one.
 * int8 columns are `bigint`, timestamptz columns `Date`, jsonb columns parsed values.
 */
export const db = (ctx: Context): Kysely<Tables> => ctx.em.getKysely<Tables>()
