import { lazyRouteComponent } from '@tanstack/react-router'

export const homeRoute = {
  path: '/',
  component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
} as const
