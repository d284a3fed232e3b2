import type { EntityManager } from '@mikro-orm/postgresql'
import {
  CompiledQuery,
  DummyDriver,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
} from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { makeQueryBuilder } from '../../kernel/database/query-builder.ts'
import type { Tables } from '../../kernel/database/tables.ts'

/**
 * A function that is called instead of each SQL statement. `run` executes the SQL statement on the real database
 * connection.
 */
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

/** Returns a query builder that passes each SQL statement, built or raw, to `intercept` before `kysely` executes it. */
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

/**
 * Returns a copy of the context that calls `before` once. The call comes before the first SQL statement outside a
 * transaction for which `matches` returns true.
 */
export function runBefore<C extends Context>(
  ctx: C,
  matches: (statement: string) => boolean,
  before: () => Promise<unknown>,
): C {
  let isDone = false
  const em = new Proxy(ctx.em, {
    get(target, name) {
      if (name === 'getKysely')
        return () =>
          interceptQueries(queriesOf(target), async (query, execute) => {
            if (!isDone && matches(query.sql)) {
              isDone = true
              await before()
            }
            return execute()
          })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...ctx, em }
}

/**
 * Returns a copy of the context that adds the text of each of its statements to `statements`, including `begin`,
 * `commit` and `rollback`. Each text is one round trip to the database.
 */
export const recordStatements = <C extends Context>(ctx: C, statements: string[]): C => ({
  ...ctx,
  em: recording(ctx.em, statements),
})

function recording(em: EntityManager, statements: string[]): EntityManager {
  return new Proxy(em, {
    get(target, name) {
      if (name === 'fork')
        return (...given: Parameters<EntityManager['fork']>) => recording(target.fork(...given), statements)
      if (name === 'transactional') {
        return async <T>(...[work, options]: Parameters<typeof target.transactional<T>>) => {
          statements.push('begin')
          try {
            const result = await target.transactional<T>(
              (inner) => work(recording(inner, statements)),
              options,
            )
            statements.push('commit')
            return result
          } catch (error) {
            statements.push('rollback')
            throw error
          }
        }
      }
      if (name === 'getKysely')
        return () =>
          interceptQueries(queriesOf(target), (query, run) => {
            statements.push(query.sql)
            return run()
          })
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
