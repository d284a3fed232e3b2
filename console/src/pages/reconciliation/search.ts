import { isDay, type Day } from '../../lib/time/day.ts'

/**
 * The URL parameters of the page. Without `state` the list shows open reconciliation exceptions. Without `day` the page
 * shows the last closed day.
 */
export type ReconciliationSearch = { state?: 'closed'; day?: Day }

export function parseReconciliationSearch(search: Record<string, unknown>): ReconciliationSearch {
  const { state, day } = search
  return {
    ...(state === 'closed' && { state }),
    ...(typeof day === 'string' && isDay(day) && { day }),
  }
}
