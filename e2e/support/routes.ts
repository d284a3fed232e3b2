import type { Page } from '@playwright/test'

/** A route of the router that runs in the page. */
interface Route {
  id: string
  fullPath: string
  children?: unknown
}

/** The path patterns of the console: the doors, for whoever is not signed in, and the pages behind them. */
export interface Routes {
  publicPaths: string[]
  pages: string[]
}

/** Every route, as the router itself has them: a new page is here without being told. */
export const routesOf = (page: Page): Promise<Routes> =>
  page.evaluate(() => {
    const router: unknown = Reflect.get(window, '__TSR_ROUTER__')
    const known: unknown = typeof router === 'object' && router !== null && Reflect.get(router, 'routesById')
    if (typeof known !== 'object' || known === null) throw new Error('the page has no router to ask')
    const routes: Route[] = Object.values(known)
    const leaves = routes.filter(({ children }) => children === undefined)
    const isPage = ({ id }: Route): boolean => id.startsWith('/app/')
    return {
      publicPaths: leaves.filter((route) => !isPage(route)).map(({ fullPath }) => fullPath),
      pages: leaves.filter(isPage).map(({ fullPath }) => fullPath),
    }
  })

/** Where one thing of a kind is found: the list whose first row leads to it. */
export const LIST_OF: Readonly<Record<string, string>> = {
  '/charges/$chargeId': '/charges',
  '/merchants/$merchantId': '/merchants',
  '/webhooks/$endpointId': '/webhooks',
  '/cases/$caseId': '/cases?status=returned',
  '/payouts/$payoutId': '/payouts',
  '/users/$staffId': '/users',
  '/audit/$entryId': '/audit',
}

/** Addresses of pages that lead nowhere without one. */
export const EXAMPLES: Readonly<Record<string, string>> = { '/$': '/nowhere' }

/** Goes to a page of the console as its links do, without loading everything again, and waits until it stands there. */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address)
  const { pathname } = new URL(address, page.url())
  await page.waitForFunction((to) => {
    const router: unknown = Reflect.get(window, '__TSR_ROUTER__')
    const state: unknown = typeof router === 'object' && router !== null && Reflect.get(router, 'state')
    if (typeof state !== 'object' || state === null) throw new Error('the page has no router to ask')
    const shown: unknown = Reflect.get(state, 'resolvedLocation')
    return typeof shown === 'object' && shown !== null && Reflect.get(shown, 'pathname') === to
  }, pathname)
}

/** An address for each pattern: as it stands, or the first row of the list that such things are in. */
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
  if (list === undefined) throw new Error(`Say in LIST_OF where one of ${pattern} is found`)
  await navigate(page, list)
  const [path = ''] = pattern.split('$')
  const row = page.locator(`main tr[data-opens="true"] a[href^="${path}"]`).first()
  const href = await row.getAttribute('href')
  if (href === null) throw new Error(`${list} leads nowhere`)
  return href
}
