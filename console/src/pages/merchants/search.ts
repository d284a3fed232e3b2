import { oneOf } from '../../lib/search/one-of.ts'
import { isDay, type Day } from '../../lib/time/day.ts'

export const ORDERS = ['name', 'total', 'available', 'blocked', 'debt'] as const
export type MerchantOrder = (typeof ORDERS)[number]

/** The URL parameters of the list of merchants: a part of the name, the day of the balances, and the order. */
export type MerchantSearch = { q?: string; day?: Day; order?: MerchantOrder }

const NAME_MAX = 200

export function parseMerchantSearch(search: Record<string, unknown>): MerchantSearch {
  const q = typeof search['q'] === 'string' ? search['q'].trim().slice(0, NAME_MAX) : ''
  const day = typeof search['day'] === 'string' && isDay(search['day']) ? search['day'] : undefined
  const order = oneOf(ORDERS, search['order'])
  return { ...(q !== '' && { q }), ...(day && { day }), ...(order && order !== 'name' && { order }) }
}
