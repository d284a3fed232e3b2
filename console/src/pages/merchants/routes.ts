import { lazyRouteComponent } from '@tanstack/react-router'
import { pageLoader } from '../../api/page-loader.ts'
import { merchantQuery } from './merchant.query.ts'
import { merchantListQuery } from './queries.ts'

export const merchantsRoute = {
  path: '/merchants',
  loader: pageLoader((page) => page.rows(merchantListQuery, {})),
  component: lazyRouteComponent(() => import('./MerchantsPage.tsx'), 'MerchantsPage'),
} as const

export const merchantDetailRoute = {
  path: '/merchants/$merchantId',
  loader: pageLoader<{ merchantId: string }>((page) => page.query(merchantQuery(page.params.merchantId))),
  component: lazyRouteComponent(() => import('./MerchantPage.tsx'), 'MerchantPage'),
} as const
