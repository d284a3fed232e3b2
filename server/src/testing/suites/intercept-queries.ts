import type { EntityManager } from '@mikro-orm/postgresql'
import {
  CompiledQuery,
  DummyDriver,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { makeQueryBuilder } from '../../kernel/database/query-builder.ts'
import type { Tables } from '../../kernel/database/tables.ts'

/** A function that is called instead of each statement. `run` executes the statement on the real connection. */
export type Intercept = <R>(
  query: CompiledQuery,
  run: () => Promise<QueryResult<R>>,
) => Promise<QueryResult<R>>

class InterceptingDriver extends DummyDriver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.#connection = connection
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection)
  }
}

/** Returns a query builder whose statements, built or raw, pass through `intercept` on their way to `kysely`. */
export function interceptQueries(kysely: Kysely<Tables>, intercept: Intercept): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) =>
      intercept(query, () => kysely.executeQuery<R>(CompiledQuery.raw(query.sql, [...query.parameters]))),
    streamQuery: () => {
      throw new Error('BUG: interceptQueries does not support streamed queries')
    },
  }
  return makeQueryBuilder(new InterceptingDriver(connection), new PostgresQueryCompiler())
}

/** Returns the query builder of an entity manager, typed as `db(ctx)` is. */
export const queriesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>()
