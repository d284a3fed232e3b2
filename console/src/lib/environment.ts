/**
 * The environment of this document: production, or the test account of one merchant. A URL of the test environment
 * starts with `/test/<merchant id>`. A document never changes its environment: the environment switch loads another
 * document. Therefore no cache and no state of a page can contain data of both environments.
 */

const PREFIX = /^\/test\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/i

/** Returns the merchant id in a path of the test environment; null for a path of production. */
export const testAccountOf = (path: string): string | null => PREFIX.exec(path)?.[1]?.toLowerCase() ?? null

let known: { id: string | null } | undefined

/** Returns the id of the merchant whose test account this document shows; null in production. */
export function shownTestAccount(): string | null {
  known ??= { id: typeof window === 'undefined' ? null : testAccountOf(window.location.pathname) }
  return known.id
}

export const isTestEnvironment = (): boolean => shownTestAccount() !== null

/** Returns the path prefix of the pages of a test account, or of production for null. */
export const environmentPrefix = (accountId: string | null): string =>
  accountId === null ? '' : `/test/${accountId}`

/** Returns the URL of a path of the router in the environment of this document. */
export const hrefOf = (path: string): string => environmentPrefix(shownTestAccount()) + path

/** The first segments of the paths that exist in the test environment. */
const TEST_PAGES = new Set(['charges', 'cases', 'balance', 'statement', 'webhooks', 'api-keys', 'requests'])

/** Returns whether a path of the router also exists in the test environment. */
export const hasTestPage = (path: string): boolean => TEST_PAGES.has(path.split('/')[1] ?? '')

/**
 * Returns the URL of the same kind of page in another environment, or of the charges if the test environment has no
 * such page. The URL has no id and no filter of the current page, because the records of the environments differ.
 * `accountId` is null for production.
 */
export function hrefInEnvironment(
  path: string,
  accountId: string | null,
  shared: { merchant: string; zone?: string | undefined },
): string {
  const page = hasTestPage(path) ? `/${path.split('/')[1] ?? ''}` : '/charges'
  const search = new URLSearchParams({ merchant: shared.merchant })
  if (shared.zone !== undefined) search.set('zone', shared.zone)
  return `${environmentPrefix(accountId)}${page}?${search.toString()}`
}

/**
 * Loads the first page of production in place of this document. The returned promise never resolves, so that the page
 * shows nothing meanwhile.
 */
export function leaveTestEnvironment(): Promise<never> {
  window.location.replace('/')
  return new Promise(() => undefined)
}
