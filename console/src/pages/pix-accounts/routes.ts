import { lazyRouteComponent } from '@tanstack/react-router'
import { pageLoader } from '../../api/page-loader.ts'
import { pixAccountsQuery } from './queries.ts'

export const pixAccountsRoute = {
  path: '/pix-accounts',
  loader: pageLoader((page) => page.query(pixAccountsQuery)),
  component: lazyRouteComponent(() => import('./PixAccountsPage.tsx'), 'PixAccountsPage'),
} as const
