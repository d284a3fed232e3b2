import type { PoolClient } from 'pg'
import type { Query } from './wrap-queries.ts'

/**
 * Wraps the query method of a connection, so that a lost connection leaves the pool even if its transaction could not
 * begin or end. Kysely returns a connection only after a successful `commit` or `rollback`, and so not after a failed
 * `begin`. Without this wrapper, a lost connection would never leave the pool.
 *
 * - A failed `begin` removes the connection from the pool.
 * - A `rollback` on a lost connection reports success, because PostgreSQL rolls back when it notices the closed
 *   connection.
 */
export function releaseWhenLost(query: Query, client: PoolClient): Query {
  let isLost = false
  for (const event of ['error', 'end'] as const)
    client.on(event, () => {
      isLost = true
    })
  const begin = async (given: unknown[]): Promise<unknown> => {
    try {
      return await query(given)
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const rollback = async (given: unknown[]): Promise<unknown> => {
    try {
      return await query(given)
    } catch (error) {
      if (isLost) return { command: 'ROLLBACK', rowCount: null, rows: [] }
      throw error
    }
  }
  return (given) => {
    const [text] = given
    if (text === 'rollback') return rollback(given)
    return isBegin(text) ? begin(given) : query(given)
  }
}

const isBegin = (text: unknown): boolean =>
  text === 'begin' || (typeof text === 'string' && text.startsWith('start transaction'))
