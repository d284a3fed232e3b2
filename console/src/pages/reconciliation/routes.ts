import { lazyRouteComponent } from '@tanstack/react-router'
import { SavedViewsDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { dayQuery, exceptionsQuery, totalsQuery, verdictQuery } from './queries.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { lastClosedDay } from './day/last-closed-day.ts'
import { parseReconciliationSearch } from './search.ts'

export const reconciliationRoute = {
  path: '/reconciliation',
  validateSearch: strictSearch(parseReconciliationSearch),
  loader: pageLoader(({ merchantId, ...page }) => {
    const { state = 'open', day = lastClosedDay(nowMs()) } = parseReconciliationSearch(page.search)
    page.query(dayQuery(merchantId, day))
    page.list(exceptionsQuery, { merchantId, state })
    page.query(totalsQuery({ merchantId, state }))
    page.query(verdictQuery)
    page.query(gqlQuery(SavedViewsDocument, { page: 'reconciliation' }))
  }),
  component: lazyRouteComponent(() => import('./ReconciliationPage.tsx'), 'ReconciliationPage'),
} as const
