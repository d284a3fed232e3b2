import { lazyRouteComponent } from '@tanstack/react-router'
import { strictSearch } from '../../lib/search/route-search.ts'
import { parseStatementSearch } from './search.ts'

export const statementRoute = {
  path: '/statement',
  validateSearch: strictSearch(parseStatementSearch),
  component: lazyRouteComponent(() => import('./StatementPage.tsx'), 'StatementPage'),
} as const
