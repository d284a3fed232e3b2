import { lazyRouteComponent } from '@tanstack/react-router'

/** The page for an invited person. The URL fragment contains the token. */
export const invitationRoute = {
  path: '/invitation',
  component: lazyRouteComponent(() => import('./InvitationPage.tsx'), 'InvitationPage'),
} as const

/** The page for a person who lost their password. The URL fragment contains the token. */
export const newPasswordRoute = {
  path: '/new-password',
  component: lazyRouteComponent(() => import('./NewPasswordPage.tsx'), 'NewPasswordPage'),
} as const
