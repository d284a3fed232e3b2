import type { Pool, PoolClient } from 'pg'

/** The `query` method of a pg client, with any kind of arguments. */
export type Query = (given: unknown[]) => unknown

/** Replaces the query method of each connection that the pool opens with the result of `wrap`. */
export function wrapQueries(pool: Pool, wrap: (query: Query, client: PoolClient) => Query): void {
  pool.on('connect', (client) => {
    const plain: unknown = Reflect.get(client, 'query')
    if (typeof plain !== 'function') throw new Error('BUG: wrapQueries: the pg client has no query method')
    const wrapped = wrap((given): unknown => Reflect.apply(plain, client, given), client)
    Reflect.set(client, 'query', (...given: unknown[]) => wrapped(given))
  })
}
