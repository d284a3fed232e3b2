import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import { detailOf, strictSearch } from '../../lib/search/route-search.ts'
import { parsePayoutSearch } from './search.ts'

export const payoutsRoute = {
  path: '/payouts',
  validateSearch: strictSearch(parsePayoutSearch),
  beforeLoad: ({ location }: { location: { search: Record<string, unknown> } }): void => {
    const payoutId = detailOf(location.search)
    if (payoutId !== undefined)
      throw redirect({ to: '/payouts/$payoutId', params: { payoutId }, replace: true })
  },
  component: lazyRouteComponent(() => import('./PayoutsPage.tsx'), 'PayoutsPage'),
} as const

export const payoutRoute = {
  path: '/payouts/$payoutId',
  component: lazyRouteComponent(() => import('./PayoutPage.tsx'), 'PayoutPage'),
} as const
