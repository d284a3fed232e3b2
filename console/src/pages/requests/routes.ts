import { lazyRouteComponent } from '@tanstack/react-router'
import { pageLoader } from '../../api/page-loader.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { failuresQuery, requestFilter, requestsQuery } from './queries.ts'
import { parseRequestSearch } from './search.ts'

export const requestsRoute = {
  path: '/requests',
  validateSearch: strictSearch(parseRequestSearch),
  loader: pageLoader((page) => {
    const search = parseRequestSearch(page.search)
    page.list(requestsQuery, requestFilter(search, page.zone))
    page.query(failuresQuery(search, page.zone))
  }),
  component: lazyRouteComponent(() => import('./RequestsPage.tsx'), 'RequestsPage'),
} as const
