import { lazyRouteComponent } from '@tanstack/react-router'
import { strictSearch } from '../../lib/search/route-search.ts'
import { parseReconciliationSearch } from './search.ts'

export const reconciliationRoute = {
  path: '/reconciliation',
  validateSearch: strictSearch(parseReconciliationSearch),
  component: lazyRouteComponent(() => import('./ReconciliationPage.tsx'), 'ReconciliationPage'),
} as const
