import type { Pool } from 'pg'

/**
 * Returns the connections that PostgreSQL closed during a transaction to the pool, which replaces them. Kysely releases
 * a connection after its `rollback` only when `rollback` succeeds. On a lost connection it cannot, although PostgreSQL
 * rolled back, and the pool would have one connection less forever. So `rollback` succeeds on a lost connection.
 */
export function releaseLostConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    const plain: unknown = Reflect.get(client, 'query')
    if (typeof plain !== 'function')
      throw new Error('BUG: releaseLostConnections: the pg client has no query method')
    let isLost = false
    client.on('error', () => {
      isLost = true
    })
    const rollback = async (given: unknown[]): Promise<unknown> => {
      try {
        return await Reflect.apply(plain, client, given)
      } catch (error) {
        if (isLost) return { command: 'ROLLBACK', rowCount: null, rows: [] }
        throw error
      }
    }
    const query = (...given: unknown[]): unknown =>
      given[0] === 'rollback' ? rollback(given) : Reflect.apply(plain, client, given)
    Reflect.set(client, 'query', query)
  })
}
