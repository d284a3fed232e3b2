import { oneOf } from '../../lib/search/one-of.ts'
import { parseRange, type Range } from '../../lib/time/range.ts'
import { POSITIONS, type Position } from '../../lib/values/status.ts'

/** The URL parameters of the statement: the period, a balance position, and the id of the entry to start with. */
export type StatementSearch = { range?: Range; position?: Position; entry?: string }

export function parseStatementSearch(search: Record<string, unknown>): StatementSearch {
  const range = parseRange(search['range'])
  const position = oneOf(POSITIONS, search['position'])
  const entry = search['entry']
  return {
    ...(range && { range }),
    ...(position && { position }),
    ...(typeof entry === 'string' && entry !== '' && { entry }),
  }
}
