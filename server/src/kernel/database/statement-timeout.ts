import type { Pool } from 'pg'

const BEGINS = /^\s*(begin|start transaction)\b/i
const ENDS = /^\s*(commit|rollback)\b(?!\s+to\b)/i

/**
 * Sets `statement_timeout` to `ms` milliseconds for every statement of the pool. PostgreSQL cancels a slower statement
 * with SQLSTATE 57014. The timeout is local to a transaction, because a transaction pooler such as PgBouncer shares
 * connections between clients and drops session state. A statement outside a transaction is wrapped in one. `begin`,
 * the statement and `commit` are pipelined, so they cost one round trip. If the statement fails, `commit` rolls back.
 */
export function setStatementTimeout(pool: Pool, ms: number): void {
  const limit = `set local statement_timeout = ${ms}`
  pool.on('connect', (client) => {
    const plain: unknown = Reflect.get(client, 'query')
    if (typeof plain !== 'function')
      throw new Error('BUG: setStatementTimeout: the pg client has no query method')
    const run = (...given: unknown[]): unknown => Reflect.apply(plain, client, given)
    let isOpen = false
    const query = async (text: unknown, values: unknown): Promise<unknown> => {
      if (typeof text !== 'string' || (isOpen && !ENDS.test(text))) return run(text, values)
      if (BEGINS.test(text)) {
        isOpen = true
        return run(`${text}; ${limit}`)
      }
      if (isOpen) {
        isOpen = false
        return run(text)
      }
      const [, result] = await Promise.all([run(`begin; ${limit}`), run(text, values), run('commit')])
      return result
    }
    Reflect.set(client, 'query', query)
  })
}
