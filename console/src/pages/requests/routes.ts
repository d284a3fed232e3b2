import { lazyRouteComponent } from '@tanstack/react-router'
import { chooseOwner } from '../../api/merchants.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { failuresQuery, requestFilter, requestsQuery } from './queries.ts'
import { parseRequestSearch } from './search.ts'

export const requestsRoute = {
  path: '/requests',
  validateSearch: strictSearch(parseRequestSearch),
  beforeLoad: chooseOwner,
  loader: pageLoader((page) => {
    const search = parseRequestSearch(page.search)
    page.list(requestsQuery, requestFilter(search, page.merchantId, page.zone))
    page.query(failuresQuery(page.merchantId, page.zone))
  }),
  component: lazyRouteComponent(() => import('./RequestsPage.tsx'), 'RequestsPage'),
} as const
