import { lazyRouteComponent } from '@tanstack/react-router'

export const accountRoute = {
  path: '/account',
  component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
} as const

export const preferencesRoute = {
  path: '/account/preferences',
  component: lazyRouteComponent(() => import('./PreferencesPage.tsx'), 'PreferencesPage'),
} as const
