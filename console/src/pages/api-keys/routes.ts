import { lazyRouteComponent } from '@tanstack/react-router'
import { pageLoader } from '../../api/page-loader.ts'
import { apiKeysQuery } from './queries.ts'

export const apiKeysRoute = {
  path: '/api-keys',
  loader: pageLoader(({ merchantId, ...page }) => {
    if (merchantId !== null) page.rows(apiKeysQuery, { merchantId })
  }),
  component: lazyRouteComponent(() => import('./ApiKeysPage.tsx'), 'ApiKeysPage'),
} as const
