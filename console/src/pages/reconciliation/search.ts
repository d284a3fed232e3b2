/** The filter of the list of reconciliation exceptions in the URL. Without it the list shows open ones. */
export type ReconciliationSearch = { state?: 'closed' }

export function parseReconciliationSearch(search: Record<string, unknown>): ReconciliationSearch {
  return search['state'] === 'closed' ? { state: 'closed' } : {}
}
