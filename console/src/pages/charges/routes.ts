import { lazyRouteComponent } from '@tanstack/react-router'
import { SavedViewsDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { chargeQuery } from './charge.query.ts'
import { chargeFilter, chargesQuery } from './queries.ts'
import { parseChargeSearch } from './search.ts'

export const chargesRoute = {
  path: '/charges',
  validateSearch: strictSearch(parseChargeSearch),
  loader: pageLoader((page) => {
    page.list(chargesQuery, chargeFilter(parseChargeSearch(page.search), page.merchantId, page.zone))
    page.query(gqlQuery(SavedViewsDocument, { page: 'charges' }))
  }),
  component: lazyRouteComponent(() => import('./ChargesPage.tsx'), 'ChargesPage'),
} as const

export const chargeRoute = {
  path: '/charges/$chargeId',
  loader: pageLoader<{ chargeId: string }>((page) => page.query(chargeQuery(page.params.chargeId))),
  component: lazyRouteComponent(() => import('./charge/ChargePage.tsx'), 'ChargePage'),
} as const
