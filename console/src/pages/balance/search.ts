import { isDay, type Day } from '../../lib/time/day.ts'
import { parseRange, type Range } from '../../lib/time/range.ts'

/** The URL parameters of the balance page: the day of the balance, and the period of its chart. */
export type BalanceSearch = { day?: Day; range?: Range }

export function parseBalanceSearch(search: Record<string, unknown>): BalanceSearch {
  const day = typeof search['day'] === 'string' && isDay(search['day']) ? search['day'] : undefined
  const range = parseRange(search['range'])
  return { ...(day && { day }), ...(range && { range }) }
}
