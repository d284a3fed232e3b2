import { Kysely, PostgresAdapter, PostgresIntrospector, type Driver, type QueryCompiler } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Creates a query builder for PostgreSQL with the given driver and compiler, instead of those of the entity manager.
 */
export const makeQueryBuilder = (driver: Driver, compiler: QueryCompiler): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })
