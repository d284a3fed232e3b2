import { lazyRouteComponent } from '@tanstack/react-router'

export const usersRoute = {
  path: '/users',
  component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
} as const

export const userRoute = {
  path: '/users/$staffId',
  component: lazyRouteComponent(() => import('./UserPage.tsx'), 'UserPage'),
} as const

export const rolesRoute = {
  path: '/roles',
  component: lazyRouteComponent(() => import('./RolesPage.tsx'), 'RolesPage'),
} as const
