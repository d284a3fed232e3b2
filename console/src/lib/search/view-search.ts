import { containsDocument, isDocumentHandle } from './document-handles.ts'
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts'

/** The paths of the pages that have saved views. */
export const VIEW_PATHS = {
  charges: '/charges',
  cases: '/cases',
  payouts: '/payouts',
  statement: '/statement',
  reconciliation: '/reconciliation',
} as const

export type ViewPage = keyof typeof VIEW_PATHS

/** Returns whether a saved view can link to this page. */
export function isViewPage(page: string): page is ViewPage {
  return Object.hasOwn(VIEW_PATHS, page)
}

/** URL parameters that are not filters: the open or marked row, a requested dialog, and the time zone. */
const NO_FILTERS = new Set(['delivery', 'detail', 'do', 'entry', 'zone'])

/**
 * Returns whether a parameter contains a CPF or CNPJ, or a handle for one. A saved view must store no such parameter.
 */
const isPrivate = (name: string, value: string) =>
  (name === 'q' || name === 'order') && (isDocumentHandle(value) || containsDocument(value))

/** Returns a URL's filters without CPF and CNPJ, in a fixed order, so that equal filters give equal texts. */
export function viewSearch(search: string): string {
  const members = Object.entries(parsePlainSearch(search)).filter(
    ([name, value]) => !NO_FILTERS.has(name) && !isPrivate(name, value),
  )
  return stringifyPlainSearch(Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

/** Returns the path of a view's page; the home page if the console no longer has that page. */
export function pathOfView({ page, search }: { page: string; search: string }): string {
  return isViewPage(page) ? VIEW_PATHS[page] + search : '/'
}
