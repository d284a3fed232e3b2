/**
 * The filter of the list of reconciliation exceptions in the URL. Without `state` the list shows open exceptions.
 */
export type ReconciliationSearch = { state?: 'closed' }

export function parseReconciliationSearch(search: Record<string, unknown>): ReconciliationSearch {
  return search['state'] === 'closed' ? { state: 'closed' } : {}
}
