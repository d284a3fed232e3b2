import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import { detailOf, strictSearch } from '../../lib/search/route-search.ts'
import { parseCaseSearch } from './search.ts'

export const casesRoute = {
  path: '/cases',
  validateSearch: strictSearch(parseCaseSearch),
  beforeLoad: ({ location }: { location: { search: Record<string, unknown> } }): void => {
    const caseId = detailOf(location.search)
    if (caseId !== undefined) throw redirect({ to: '/cases/$caseId', params: { caseId }, replace: true })
  },
  component: lazyRouteComponent(() => import('./CasesPage.tsx'), 'CasesPage'),
} as const

export const caseDetailRoute = {
  path: '/cases/$caseId',
  component: lazyRouteComponent(() => import('./CasePage.tsx'), 'CasePage'),
} as const
