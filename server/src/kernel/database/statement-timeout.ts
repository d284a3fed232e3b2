import type { Pool } from 'pg'

const BEGINS = /^\s*(begin|start transaction)\b/i
const ENDS = /^\s*(commit|rollback)\b(?!\s+to\b)/i

/**
 * Gives every statement of the pool's connections so many milliseconds; PostgreSQL ends one that takes longer (57014).
 * The limit is set within a transaction, which a statement outside one is given for itself: a connection has no state
 * of its own, and may stand behind a pooler that hands it to others between transactions. The three are sent together,
 * on a connection that pipelines; PostgreSQL ends a transaction whose statement failed by rolling it back.
 */
export function setStatementTimeout(pool: Pool, ms: number): void {
  const limit = `set local statement_timeout = ${ms}`
  pool.on('connect', (client) => {
    const plain: unknown = Reflect.get(client, 'query')
    if (typeof plain !== 'function') throw new Error('setStatementTimeout: a connection without query')
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
