import { lazyRouteComponent } from '@tanstack/react-router'
import { strictSearch } from '../../lib/search/route-search.ts'
import { parseBalanceSearch } from './search.ts'

export const balanceRoute = {
  path: '/balance',
  validateSearch: strictSearch(parseBalanceSearch),
  component: lazyRouteComponent(() => import('./BalancePage.tsx'), 'BalancePage'),
} as const
