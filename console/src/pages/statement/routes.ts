import { lazyRouteComponent } from '@tanstack/react-router'
import { SavedViewsDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { statementFilter, statementQuery, statementSummaryQuery } from './queries.ts'
import { parseStatementSearch } from './search.ts'

export const statementRoute = {
  path: '/statement',
  validateSearch: strictSearch(parseStatementSearch),
  loader: pageLoader(({ merchantId, zone, ...page }) => {
    if (merchantId === null) return
    const search = parseStatementSearch(page.search)
    page.list(statementQuery, statementFilter(search, merchantId, zone))
    if (search.entry === undefined) page.query(statementSummaryQuery(search, merchantId, zone))
    page.query(gqlQuery(SavedViewsDocument, { page: 'statement' }))
  }),
  component: lazyRouteComponent(() => import('./StatementPage.tsx'), 'StatementPage'),
} as const
