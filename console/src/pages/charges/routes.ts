import { lazyRouteComponent } from '@tanstack/react-router'
import { strictSearch } from '../../lib/search/route-search.ts'
import { parseChargeSearch } from './search.ts'

export const chargesRoute = {
  path: '/charges',
  validateSearch: strictSearch(parseChargeSearch),
  component: lazyRouteComponent(() => import('./ChargesPage.tsx'), 'ChargesPage'),
} as const

export const chargeRoute = {
  path: '/charges/$chargeId',
  component: lazyRouteComponent(() => import('./charge/ChargePage.tsx'), 'ChargePage'),
} as const
