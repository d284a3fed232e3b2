import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/** Names by text. Only what a module declares when it is loaded gets in, so that no connection hoards statements. */
const names = new Map<string, string>()

/**
 * Declares a hot statement: each connection has it parsed and planned once, under a name of its own. For statements
 * whose best plan does not depend on their parameters; `sql` is then given the same text.
 */
export function prepared(text: string): string {
  names.set(text, `hot_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`)
  return text
}

/** Makes the pool's connections run declared statements under their names; all others go through unchanged. */
export function usePreparedStatements(pool: Pool): void {
  pool.on('connect', (client) => {
    const plain: unknown = Reflect.get(client, 'query')
    if (typeof plain !== 'function') throw new Error('usePreparedStatements: a connection without query')
    const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && Array.isArray(values) ? names.get(text) : undefined
      return Reflect.apply(plain, client, name ? [{ name, text, values }, ...rest] : [text, values, ...rest])
    }
    Reflect.set(client, 'query', query)
  })
}
