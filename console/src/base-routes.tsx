import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { defaultMerchant, merchantsQuery, prefetchMerchants } from './api/merchants.ts'
import { saveReturnAddress, useIsClearing } from './api/session-lifecycle.ts'
import { setTabOwner, tabOwner } from './api/person.ts'
import { meQuery } from './api/session.ts'
import { NotFound } from './error-pages.tsx'
import { ZONES, type Zone } from './lib/time/day.ts'
import { SHARED_PARAMS, strictSearch } from './lib/search/route-search.ts'
import { safeRedirect } from './lib/values/urls.ts'
import { Shell } from './pages/shell/Shell.tsx'
import { storedZone } from './ui/preferences.tsx'

/** What stands around the pages: the doors for whoever is not signed in, and the frame behind them. */

export const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: () => (useIsClearing() ? null : <Outlet />),
  notFoundComponent: NotFound,
})

/** Why the identity provider's word did not do. */
function refusedOf({ refused }: Record<string, unknown>): { refused?: string } {
  return typeof refused === 'string' ? { refused } : {}
}

function parseSignIn(search: Record<string, unknown>): { redirect?: string; ended?: '1'; refused?: string } {
  const target = safeRedirect(search['redirect'])
  return {
    ...refusedOf(search),
    ...(target === undefined ? {} : { redirect: target }),
    ...(search['ended'] === '1' ? { ended: '1' } : {}),
  }
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: strictSearch(parseSignIn),
  component: lazyRouteComponent(() => import('./pages/sign-in/SignInPage.tsx'), 'SignInPage'),
})

/** Where the way to the identity provider ends that was taken in another tab. */
export const confirmedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirmed',
  validateSearch: strictSearch(refusedOf),
  component: lazyRouteComponent(() => import('./pages/sign-in/ConfirmedPage.tsx'), 'ConfirmedPage'),
})

/** For whoever was invited; the token stands after the number sign. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/invitation/InvitationPage.tsx'), 'InvitationPage'),
})

/** For whoever lost their password; the token stands after the number sign. */
export const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-password',
  component: lazyRouteComponent(() => import('./pages/invitation/NewPasswordPage.tsx'), 'NewPasswordPage'),
})

/** Undefined where a link drops what the address says; otherwise every link keeps it. */
type SharedSearch = { merchant?: string | undefined; zone?: Zone | undefined; do?: string }

function parseSharedSearch(search: Record<string, unknown>): SharedSearch {
  const { merchant, do: action } = search
  const zone = ZONES.find((known) => known === search['zone'])
  return {
    ...(typeof merchant === 'string' && { merchant }),
    ...(zone && { zone }),
    ...(typeof action === 'string' && { do: action }),
  }
}

/** In place of what the address of another person says. */
const NO_SHARED_PARAMS = { merchant: undefined, zone: undefined }

/** Every page for a person who is signed in. The address of another person leads them to the first page. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  validateSearch: strictSearch(parseSharedSearch, SHARED_PARAMS),
  search: { middlewares: [retainSearchParams(['merchant', 'zone'])] },
  beforeLoad: async ({ context: { client }, location, search }) => {
    const isWhole = search.merchant !== undefined && search.zone !== undefined
    const [me] = await Promise.all([
      client.ensureQueryData(meQuery),
      isWhole ? undefined : prefetchMerchants(client),
    ])
    if (me === null) {
      // An address that a session left in this tab is not handed on with the sign-in page.
      const isKept = saveReturnAddress(location.href)
      throw redirect({ to: '/sign-in', search: isKept ? {} : { redirect: location.href } })
    }
    const owner = tabOwner()
    setTabOwner(me.id)
    if (owner !== null && owner !== me.id)
      throw redirect({ to: '/', search: NO_SHARED_PARAMS, replace: true })
    if (isWhole) return
    // Without the list the console still works: its menu says so, and can ask for it again.
    const list = await client.ensureQueryData(merchantsQuery).catch(() => null)
    const merchant = search.merchant ?? defaultMerchant(list?.merchants ?? null)
    const zone = search.zone ?? storedZone()
    throw redirect({ to: location.pathname, search: { ...location.search, merchant, zone }, replace: true })
  },
  component: Shell,
  notFoundComponent: NotFound,
})
