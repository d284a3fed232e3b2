import { lazyRouteComponent } from '@tanstack/react-router'
import { pageLoader } from '../../api/page-loader.ts'
import { mySessionsQuery } from './queries.ts'

export const accountRoute = {
  path: '/account',
  loader: pageLoader((page) => page.rows(mySessionsQuery, {})),
  component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
} as const

export const preferencesRoute = {
  path: '/account/preferences',
  component: lazyRouteComponent(() => import('./PreferencesPage.tsx'), 'PreferencesPage'),
} as const
