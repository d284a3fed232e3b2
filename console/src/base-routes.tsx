import type { QueryClient } from '@tanstack/react-query'
import { oneOf } from './lib/search/one-of.ts'
import {
  createRootRouteWithContext,
  createRoute,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { defaultMerchant, merchantsQuery, prefetchMerchants } from './api/merchants.ts'
import { saveReturnAddress, useIsClearing } from './api/session-lifecycle.ts'
import { testAccountQuery } from './api/environment/test-account.ts'
import { isTestEnvironment, leaveTestEnvironment, shownTestAccount } from './lib/environment.ts'
import { setTabOwner, tabOwner } from './api/person.ts'
import { meQuery } from './api/session.ts'
import { NotFound } from './error-pages.tsx'
import { ZONES, type Zone } from './lib/time/day.ts'
import { SHARED_PARAMS, strictSearch } from './lib/search/route-search.ts'
import { Shell } from './pages/shell/Shell.tsx'
import { storedZone } from './ui/preferences.tsx'

/** The root route, and the layout route of all pages that require a sign-in. */

export const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: () => (useIsClearing() ? null : <Outlet />),
  notFoundComponent: NotFound,
})

/**
 * Search parameters of every page. A link retains `merchant` and `zone` unless it sets them to undefined. `of` is the
 * merchant of the record that the page shows; opening a record does not change the chosen merchant.
 */
type SharedSearch = { merchant?: string | undefined; of?: string; zone?: Zone | undefined; do?: string }

function parseSharedSearch(search: Record<string, unknown>): SharedSearch {
  const { merchant, of, do: action } = search
  const zone = oneOf(ZONES, search['zone'])
  return {
    ...(typeof merchant === 'string' && { merchant }),
    ...(typeof of === 'string' && { of }),
    ...(zone && { zone }),
    ...(typeof action === 'string' && { do: action }),
  }
}

/** Search parameters that remove the previous person's merchant and time zone from the URL. */
const NO_SHARED_PARAMS = { merchant: undefined, zone: undefined }

/**
 * The layout of every page that needs a sign-in. If the signed-in person is not the owner of the tab, the route
 * redirects to the home page, because the URL belongs to the owner.
 */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  validateSearch: strictSearch(parseSharedSearch, SHARED_PARAMS),
  search: { middlewares: [retainSearchParams(['merchant', 'zone'])] },
  beforeLoad: async ({ context: { client }, location, search }) => {
    const testAccount = shownTestAccount()
    const isShown = testAccount === null || search.merchant === testAccount
    const hasSharedParams = isShown && search.merchant !== undefined && search.zone !== undefined
    const [me] = await Promise.all([
      client.ensureQueryData(meQuery),
      hasSharedParams ? undefined : prefetchMerchants(client),
    ])
    if (me === null) {
      // Only the person whose session ended may see the saved URL. The URL of the sign-in page therefore does not
      // contain the saved URL.
      const isSaved = saveReturnAddress(location.href)
      throw redirect({ to: '/sign-in', search: isSaved ? {} : { redirect: location.href } })
    }
    const owner = tabOwner()
    setTabOwner(me.id)
    const isOwner = owner === null || owner === me.id
    if (!isOwner && isTestEnvironment()) await leaveTestEnvironment()
    if (!isOwner) throw redirect({ to: '/', search: NO_SHARED_PARAMS, replace: true })
    if (testAccount !== null) await client.ensureQueryData(testAccountQuery(testAccount))
    if (hasSharedParams) return
    // Ignores the error, because the console works without the list of merchants: the merchant menu shows the error and
    // can reload the list.
    const list = await client.ensureQueryData(merchantsQuery).catch(() => null)
    const merchant = testAccount ?? search.merchant ?? defaultMerchant(list?.merchants ?? null)
    const zone = search.zone ?? storedZone()
    throw redirect({ to: location.pathname, search: { ...location.search, merchant, zone }, replace: true })
  },
  component: Shell,
  notFoundComponent: NotFound,
})
