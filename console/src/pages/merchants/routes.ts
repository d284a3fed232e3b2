import { lazyRouteComponent } from '@tanstack/react-router'
import { MerchantFiguresDocument, MerchantKeysDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { blockedCasesQuery } from '../../shared/cases/blocked-cases.query.ts'
import { merchantQuery } from './merchant.query.ts'
import { merchantFilter, merchantListQuery, merchantTotalsQuery } from './queries.ts'
import { parseMerchantSearch } from './search.ts'

export const merchantsRoute = {
  path: '/merchants',
  validateSearch: strictSearch(parseMerchantSearch),
  loader: pageLoader((page) => {
    const mayReadBalances = page.can('balance.read')
    const filter = merchantFilter(parseMerchantSearch(page.search), page.zone, mayReadBalances)
    page.list(merchantListQuery, filter)
    if (mayReadBalances) page.query(merchantTotalsQuery(filter))
  }),
  component: lazyRouteComponent(() => import('./MerchantsPage.tsx'), 'MerchantsPage'),
} as const

export const merchantDetailRoute = {
  path: '/merchants/$merchantId',
  loader: pageLoader<{ merchantId: string }>((page) => {
    const { merchantId } = page.params
    page.query(merchantQuery(merchantId))
    if (page.can('balance.read')) {
      page.query(gqlQuery(MerchantFiguresDocument, { merchantId }))
      if (page.can('case.read')) page.query(blockedCasesQuery(merchantId))
    }
    if (page.can('api_key.read')) page.query(gqlQuery(MerchantKeysDocument, { merchantId }))
  }),
  component: lazyRouteComponent(() => import('./merchant/MerchantPage.tsx'), 'MerchantPage'),
} as const
