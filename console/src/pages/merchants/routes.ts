import { lazyRouteComponent } from '@tanstack/react-router'

export const merchantsRoute = {
  path: '/merchants',
  component: lazyRouteComponent(() => import('./MerchantsPage.tsx'), 'MerchantsPage'),
} as const

export const merchantDetailRoute = {
  path: '/merchants/$merchantId',
  component: lazyRouteComponent(() => import('./MerchantPage.tsx'), 'MerchantPage'),
} as const
