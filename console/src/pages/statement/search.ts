import { oneOf } from '../../lib/search/one-of.ts'
import { parseRange, type Range } from '../../lib/time/range.ts'
import { POSITIONS, type Position } from '../../lib/values/status.ts'

/** The dates that can decide whether an entry belongs to a period: the posting date, or the date of the fact. */
export const CLOCKS = ['posting', 'fact'] as const

export type Clock = (typeof CLOCKS)[number]

/**
 * The URL parameters of the statement: its period, the date that the period limits, a position of the balance, and the
 * first journal entry. Without `clock`, the period limits the posting date.
 */
export type StatementSearch = { range?: Range; clock?: 'fact'; position?: Position; entry?: string }

export function parseStatementSearch(search: Record<string, unknown>): StatementSearch {
  const range = parseRange(search['range'])
  const position = oneOf(POSITIONS, search['position'])
  const entry = search['entry']
  return {
    ...(range && { range }),
    ...(search['clock'] === 'fact' && { clock: 'fact' }),
    ...(position && { position }),
    ...(typeof entry === 'string' && entry !== '' && { entry }),
  }
}
