import { Kysely, PostgresAdapter, PostgresIntrospector, type Driver, type QueryCompiler } from 'kysely'
import type { Tables } from './tables.ts'

/** Creates a query builder for PostgreSQL with this driver and compiler, in place of those of the entity manager. */
export const makeQueryBuilder = (driver: Driver, compiler: QueryCompiler): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })
