import { lazyRouteComponent } from '@tanstack/react-router'
import { AccountSecurityDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { safeRedirect } from './safe-redirect.ts'

/** Parses `refused`, the code of the reason for which the server refused a sign-in at the identity provider. */
function parseRefused({ refused }: Record<string, unknown>): { refused?: string } {
  return typeof refused === 'string' ? { refused } : {}
}

function parseSignIn(search: Record<string, unknown>): { redirect?: string; ended?: '1'; refused?: string } {
  const target = safeRedirect(search['redirect'])
  return {
    ...parseRefused(search),
    ...(target === undefined ? {} : { redirect: target }),
    ...(search['ended'] === '1' ? { ended: '1' } : {}),
  }
}

export const signInRoute = {
  path: '/sign-in',
  validateSearch: strictSearch(parseSignIn),
  component: lazyRouteComponent(() => import('./SignInPage.tsx'), 'SignInPage'),
} as const

/** The page to which the identity provider redirects if the console opened the provider in a separate tab. */
export const confirmedRoute = {
  path: '/confirmed',
  validateSearch: strictSearch(parseRefused),
  component: lazyRouteComponent(() => import('./ConfirmedPage.tsx'), 'ConfirmedPage'),
} as const

export const securityRoute = {
  path: '/account/security',
  loader: pageLoader((page) => page.query(gqlQuery(AccountSecurityDocument, {}))),
  component: lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage'),
} as const
