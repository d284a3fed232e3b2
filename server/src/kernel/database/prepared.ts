import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/**
 * Statement names by SQL text. Only constant texts are added, which bounds the number of prepared statements on each
 * connection.
 */
const names = new Map<string, string>()

/**
 * Registers a hot statement as a named prepared statement: each connection parses and plans it once. Use it only where
 * the generic plan is as good as a plan for the actual parameters. Returns `text`, which the caller passes to `sql`.
 */
export function prepared(text: string): string {
  names.set(text, `hot_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`)
  return text
}

/** Makes the pool's connections send registered statements under their names. Other statements stay unnamed. */
export function usePreparedStatements(pool: Pool): void {
  pool.on('connect', (client) => {
    const plain: unknown = Reflect.get(client, 'query')
    if (typeof plain !== 'function')
      throw new Error('BUG: usePreparedStatements: the pg client has no query method')
    const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && Array.isArray(values) ? names.get(text) : undefined
      return Reflect.apply(plain, client, name ? [{ name, text, values }, ...rest] : [text, values, ...rest])
    }
    Reflect.set(client, 'query', query)
  })
}
