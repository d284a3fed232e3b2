import { lazyRouteComponent } from '@tanstack/react-router'
import { StaffMemberDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { invitationsQuery, membersQuery, rolesQuery } from './queries.ts'

export const usersRoute = {
  path: '/users',
  loader: pageLoader((page) => {
    page.rows(membersQuery, {})
    page.rows(invitationsQuery, {})
  }),
  component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
} as const

export const userRoute = {
  path: '/users/$staffId',
  loader: pageLoader<{ staffId: string }>((page) =>
    page.query(gqlQuery(StaffMemberDocument, { id: page.params.staffId })),
  ),
  component: lazyRouteComponent(() => import('./UserPage.tsx'), 'UserPage'),
} as const

export const rolesRoute = {
  path: '/roles',
  loader: pageLoader((page) => page.rows(rolesQuery, {})),
  component: lazyRouteComponent(() => import('./RolesPage.tsx'), 'RolesPage'),
} as const
