import { createHash } from 'node:crypto'
import type { Query } from '../pool/wrap-queries.ts'

/**
 * The names of prepared statements by SQL text. Only constant texts of the code are added, so the number of prepared
 * statements on each connection is bounded.
 */
const names = new Map<string, string>()

/**
 * Registers a hot statement as a named prepared statement: each connection parses and plans it once. Register only a
 * statement whose generic plan is as good as its plans for actual parameters. Returns `text`, for the caller to pass to
 * `sql`.
 */
export function prepared(text: string): string {
  names.set(text, `hot_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`)
  return text
}

/** Returns whether a text is registered, so that PostgreSQL may run its generic plan. */
export const isPrepared = (text: string): boolean => names.has(text)

/**
 * Wraps the query method of a connection. The wrapped method sends a registered SQL statement under its name, and any
 * other statement without a name.
 */
export const nameStatements =
  (query: Query): Query =>
  (given) => {
    const [text, values, ...rest] = given
    const name = typeof text === 'string' && Array.isArray(values) ? names.get(text) : undefined
    return query(name === undefined ? given : [{ name, text, values }, ...rest])
  }
