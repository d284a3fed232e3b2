import type { Page } from '@playwright/test'

/** A route of the console's TanStack router. */
interface Route {
  id: string
  fullPath: string
  children?: unknown
}

/** The path patterns of the console. Pages of `publicPaths` need no sign-in; those of `pages` do. */
export interface Routes {
  publicPaths: string[]
  pages: string[]
}

/** Reads every route from the page's router, so that tests include new pages automatically. */
export const routesOf = (page: Page): Promise<Routes> =>
  page.evaluate(() => {
    const router: unknown = Reflect.get(window, '__TSR_ROUTER__')
    const known: unknown = typeof router === 'object' && router !== null && Reflect.get(router, 'routesById')
    if (typeof known !== 'object' || known === null)
      throw new Error('BUG: the page has no TanStack router (window.__TSR_ROUTER__)')
    const routes: Route[] = Object.values(known)
    const leaves = routes.filter(({ children }) => children === undefined)
    const isPage = ({ id }: Route): boolean => id.startsWith('/app/')
    return {
      publicPaths: leaves.filter((route) => !isPage(route)).map(({ fullPath }) => fullPath),
      pages: leaves.filter(isPage).map(({ fullPath }) => fullPath),
    }
  })

/** The list whose first row links to a record page, by the path pattern of the record page. */
export const LIST_OF: Readonly<Record<string, string>> = {
  '/charges/$chargeId': '/charges',
  '/merchants/$merchantId': '/merchants',
  '/webhooks/$endpointId': '/webhooks',
  '/cases/$caseId': '/cases?status=returned',
  '/payouts/$payoutId': '/payouts',
  '/users/$staffId': '/users',
  '/audit/$entryId': '/audit',
}

/** Example addresses for path patterns that have a parameter but no list. */
export const EXAMPLES: Readonly<Record<string, string>> = { '/$': '/nowhere' }

/** Navigates to a page of the console without a reload, and waits until the router has loaded the route. */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address)
  const { pathname } = new URL(address, page.url())
  await page.waitForFunction((to) => {
    const router: unknown = Reflect.get(window, '__TSR_ROUTER__')
    const state: unknown = typeof router === 'object' && router !== null && Reflect.get(router, 'state')
    if (typeof state !== 'object' || state === null)
      throw new Error('BUG: the page has no TanStack router (window.__TSR_ROUTER__)')
    const shown: unknown = Reflect.get(state, 'resolvedLocation')
    return typeof shown === 'object' && shown !== null && Reflect.get(shown, 'pathname') === to
  }, pathname)
}

/** Returns an address for each path pattern. For a pattern with an id, takes the link in the first row of a list. */
export async function addressesOf(
  page: Page,
  patterns: readonly string[],
): Promise<[pattern: string, address: string][]> {
  const found: [string, string][] = []
  for (const pattern of patterns) {
    if (EXAMPLES[pattern] !== undefined) found.push([pattern, EXAMPLES[pattern]])
    else if (!pattern.includes('$')) found.push([pattern, pattern])
    else found.push([pattern, await firstOf(page, pattern)])
  }
  return found
}

async function firstOf(page: Page, pattern: string): Promise<string> {
  const list = LIST_OF[pattern]
  if (list === undefined)
    throw new Error(`LIST_OF has no list for the page ${pattern}: add the address of its list`)
  await navigate(page, list)
  const [path = ''] = pattern.split('$')
  const row = page.locator(`main tr[data-opens="true"] a[href^="${path}"]`).first()
  const href = await row.getAttribute('href')
  if (href === null) throw new Error(`The first row of ${list} has no link`)
  return href
}
