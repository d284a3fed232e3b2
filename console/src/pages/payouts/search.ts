import { oneOf } from '../../lib/search/one-of.ts'
import { parseRange, type Range } from '../../lib/time/range.ts'
import { PAYOUT_STATES, type PayoutState } from '../../lib/values/status.ts'

/**
 * The filters of the payout list in the URL. `range` limits the list to payouts whose transfer was made in this period.
 */
export type PayoutSearch = { state?: PayoutState; range?: Range }

export function parsePayoutSearch(search: Record<string, unknown>): PayoutSearch {
  const state = oneOf(PAYOUT_STATES, search['state'])
  const range = parseRange(search['range'])
  return { ...(state && { state }), ...(range && { range }) }
}
