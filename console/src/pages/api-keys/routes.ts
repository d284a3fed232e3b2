import { lazyRouteComponent } from '@tanstack/react-router'

export const apiKeysRoute = {
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./ApiKeysPage.tsx'), 'ApiKeysPage'),
} as const
