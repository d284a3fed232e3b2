import { createHash } from 'node:crypto'
import type { Query } from '../pool/wrap-queries.ts'

/**
 * Statement names by SQL text. Only texts that are constant in the code are added, which bounds the number of
 * prepared statements on each connection.
 */
const names = new Map<string, string>()

/**
 * Registers a hot statement as a named prepared statement: each connection parses and plans it once. Register only a
 * statement whose generic plan is as good as a plan for the actual parameters. Returns `text`, which the caller
 * passes to `sql`.
 */
export function prepared(text: string): string {
  names.set(text, `hot_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`)
  return text
}

/** Returns whether a text is registered, so that PostgreSQL may run its generic plan. */
export const isPrepared = (text: string): boolean => names.has(text)

/** Wraps the query method of a connection: it sends registered statements under their names, and others unnamed. */
export const nameStatements =
  (query: Query): Query =>
  (given) => {
    const [text, values, ...rest] = given
    const name = typeof text === 'string' && Array.isArray(values) ? names.get(text) : undefined
    return query(name === undefined ? given : [{ name, text, values }, ...rest])
  }
