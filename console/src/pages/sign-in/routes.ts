import { lazyRouteComponent } from '@tanstack/react-router'

export const securityRoute = {
  path: '/account/security',
  component: lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage'),
} as const
