import { lazyRouteComponent } from '@tanstack/react-router'
import { SavedViewsDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { exceptionsQuery, totalsQuery, verdictQuery } from './queries.ts'
import { parseReconciliationSearch } from './search.ts'

export const reconciliationRoute = {
  path: '/reconciliation',
  validateSearch: strictSearch(parseReconciliationSearch),
  loader: pageLoader(({ merchantId, ...page }) => {
    const { state = 'open' } = parseReconciliationSearch(page.search)
    page.list(exceptionsQuery, { merchantId, state })
    page.query(totalsQuery({ merchantId, state }))
    page.query(verdictQuery)
    page.query(gqlQuery(SavedViewsDocument, { page: 'reconciliation' }))
  }),
  component: lazyRouteComponent(() => import('./ReconciliationPage.tsx'), 'ReconciliationPage'),
} as const
