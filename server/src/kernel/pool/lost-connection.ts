import type { ClientBase } from 'pg'
import type { Query } from './wrap-queries.ts'

/**
 * Wraps the query method of a connection: `rollback` succeeds when PostgreSQL closed the connection during the
 * transaction. Kysely returns a connection to the pool only after a successful `rollback`. A lost connection would
 * otherwise never leave the pool, although PostgreSQL rolled back.
 */
export function releaseWhenLost(query: Query, client: ClientBase): Query {
  let isLost = false
  client.on('error', () => {
    isLost = true
  })
  const rollback = async (given: unknown[]): Promise<unknown> => {
    try {
      return await query(given)
    } catch (error) {
      if (isLost) return { command: 'ROLLBACK', rowCount: null, rows: [] }
      throw error
    }
  }
  return (given) => (given[0] === 'rollback' ? rollback(given) : query(given))
}
