import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import { CaseDocument, SavedViewsDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { detailOf, strictSearch } from '../../lib/search/route-search.ts'
import { caseFilter, casesQuery } from './queries.ts'
import { parseCaseSearch } from './search.ts'

export const casesRoute = {
  path: '/cases',
  validateSearch: strictSearch(parseCaseSearch),
  beforeLoad: ({ location }: { location: { search: Record<string, unknown> } }): void => {
    const caseId = detailOf(location.search)
    if (caseId !== undefined) throw redirect({ to: '/cases/$caseId', params: { caseId }, replace: true })
  },
  loader: pageLoader((page) => {
    page.list(casesQuery, caseFilter(parseCaseSearch(page.search), page.merchantId))
    page.query(gqlQuery(SavedViewsDocument, { page: 'cases' }))
  }),
  component: lazyRouteComponent(() => import('./CasesPage.tsx'), 'CasesPage'),
} as const

export const caseDetailRoute = {
  path: '/cases/$caseId',
  loader: pageLoader<{ caseId: string }>(({ merchantId, params, ...page }) => {
    if (merchantId !== null) page.query(gqlQuery(CaseDocument, { merchantId, id: params.caseId }))
  }),
  component: lazyRouteComponent(() => import('./CasePage.tsx'), 'CasePage'),
} as const
