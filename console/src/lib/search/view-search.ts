import { containsDocument, isDocumentHandle } from './document-handles.ts'
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts'

/** The pages whose filters can be kept under a name, with their addresses. */
export const VIEW_PATHS = {
  charges: '/charges',
  cases: '/cases',
  payouts: '/payouts',
  statement: '/statement',
  reconciliation: '/reconciliation',
} as const

/** A page whose filters can be kept under a name. */
export type ViewPage = keyof typeof VIEW_PATHS

/** True for a page that can still be opened. */
export function isViewPage(page: string): page is ViewPage {
  return Object.hasOwn(VIEW_PATHS, page)
}

/** What an address carries beside its filters: one row that is open or marked, and how its reader sees times. */
const NO_FILTERS = new Set(['delivery', 'detail', 'do', 'entry', 'zone'])

/** The free texts of an address: what a person was asked for on the telephone is kept under no name. */
const isPrivate = (name: string, value: string) =>
  (name === 'q' || name === 'order') && (isDocumentHandle(value) || containsDocument(value))

/** The filters of an address in one order, so that two ways to the same list are the same view. No document is one. */
export function viewSearch(search: string): string {
  const members = Object.entries(parsePlainSearch(search)).filter(
    ([name, value]) => !NO_FILTERS.has(name) && !isPrivate(name, value),
  )
  return stringifyPlainSearch(Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

/** The address that a view leads to; the start page where its own is no more. */
export function pathOfView({ page, search }: { page: string; search: string }): string {
  return isViewPage(page) ? VIEW_PATHS[page] + search : '/'
}
