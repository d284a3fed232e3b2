import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { app, confirmed, invitation, newPassword, root, signIn } from './frame.tsx'
import { Crash, NotFound } from './outcomes.tsx'
import { reading } from './lib/search/address-search.ts'
import { parseAuditSearch } from './lib/search/audit-search.ts'
import { parseChargeSearch } from './lib/search/charge-search.ts'
import { parseDeliverySearch } from './lib/search/delivery-search.ts'
import {
  detailOf,
  parseBalanceSearch,
  parseCaseSearch,
  parsePayoutSearch,
  parseReconciliationSearch,
  parseStatementSearch,
} from './lib/search/list-search.ts'
import { parseSearch, stringifySearch } from './lib/search/plain-search.ts'
import { MerchantGate } from './pages/shell/ChooseMerchant.tsx'

/** The table of contents: every page, its address, and what its address may carry. */

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/HomePage.tsx'), 'HomePage'),
})

const charges = createRoute({
  getParentRoute: () => app,
  path: '/charges',
  validateSearch: reading(parseChargeSearch),
  component: lazyRouteComponent(() => import('./pages/charges/ChargesPage.tsx'), 'ChargesPage'),
})

const charge = createRoute({
  getParentRoute: () => app,
  path: '/charges/$chargeId',
  component: lazyRouteComponent(() => import('./pages/charges/charge/ChargePage.tsx'), 'ChargePage'),
})

const cases = createRoute({
  getParentRoute: () => app,
  path: '/cases',
  validateSearch: reading(parseCaseSearch),
  beforeLoad: ({ location }) => {
    const caseId = detailOf(location.search)
    if (caseId !== undefined) throw redirect({ to: '/cases/$caseId', params: { caseId }, replace: true })
  },
  component: lazyRouteComponent(() => import('./pages/cases/CasesPage.tsx'), 'CasesPage'),
})

const payouts = createRoute({
  getParentRoute: () => app,
  path: '/payouts',
  validateSearch: reading(parsePayoutSearch),
  beforeLoad: ({ location }) => {
    const payoutId = detailOf(location.search)
    if (payoutId !== undefined)
      throw redirect({ to: '/payouts/$payoutId', params: { payoutId }, replace: true })
  },
  component: lazyRouteComponent(() => import('./pages/payouts/PayoutsPage.tsx'), 'PayoutsPage'),
})

const merchants = createRoute({
  getParentRoute: () => app,
  path: '/merchants',
  component: lazyRouteComponent(() => import('./pages/merchants/MerchantsPage.tsx'), 'MerchantsPage'),
})

const oneMerchant = createRoute({
  getParentRoute: () => app,
  path: '/merchants/$merchantId',
  component: lazyRouteComponent(() => import('./pages/merchants/MerchantPage.tsx'), 'MerchantPage'),
})

const reconciliation = createRoute({
  getParentRoute: () => app,
  path: '/reconciliation',
  validateSearch: reading(parseReconciliationSearch),
  component: lazyRouteComponent(
    () => import('./pages/reconciliation/ReconciliationPage.tsx'),
    'ReconciliationPage',
  ),
})

const merchant = createRoute({ getParentRoute: () => app, id: 'merchant', component: MerchantGate })

const balance = createRoute({
  getParentRoute: () => merchant,
  path: '/balance',
  validateSearch: reading(parseBalanceSearch),
  component: lazyRouteComponent(() => import('./pages/balance/BalancePage.tsx'), 'BalancePage'),
})

const statement = createRoute({
  getParentRoute: () => merchant,
  path: '/statement',
  validateSearch: reading(parseStatementSearch),
  component: lazyRouteComponent(() => import('./pages/statement/StatementPage.tsx'), 'StatementPage'),
})

const webhooks = createRoute({
  getParentRoute: () => app,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
})

const replays = createRoute({
  getParentRoute: () => merchant,
  path: '/webhooks/replays',
  component: lazyRouteComponent(() => import('./pages/webhooks/replays/ReplaysPage.tsx'), 'ReplaysPage'),
})

const endpoint = createRoute({
  getParentRoute: () => merchant,
  path: '/webhooks/$endpointId',
  validateSearch: reading(parseDeliverySearch),
  component: lazyRouteComponent(() => import('./pages/webhooks/endpoint/EndpointPage.tsx'), 'EndpointPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => merchant,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./pages/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
})

const oneCase = createRoute({
  getParentRoute: () => merchant,
  path: '/cases/$caseId',
  component: lazyRouteComponent(() => import('./pages/cases/CasePage.tsx'), 'CasePage'),
})

const payout = createRoute({
  getParentRoute: () => merchant,
  path: '/payouts/$payoutId',
  component: lazyRouteComponent(() => import('./pages/payouts/PayoutPage.tsx'), 'PayoutPage'),
})

const users = createRoute({
  getParentRoute: () => app,
  path: '/users',
  component: lazyRouteComponent(() => import('./pages/users/UsersPage.tsx'), 'UsersPage'),
})

const user = createRoute({
  getParentRoute: () => app,
  path: '/users/$staffId',
  component: lazyRouteComponent(() => import('./pages/users/UserPage.tsx'), 'UserPage'),
})

const roles = createRoute({
  getParentRoute: () => app,
  path: '/roles',
  component: lazyRouteComponent(() => import('./pages/users/RolesPage.tsx'), 'RolesPage'),
})

const account = createRoute({
  getParentRoute: () => app,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/AccountPage.tsx'), 'AccountPage'),
})

const security = createRoute({
  getParentRoute: () => app,
  path: '/account/security',
  component: lazyRouteComponent(() => import('./pages/sign-in/SecurityPage.tsx'), 'SecurityPage'),
})

const preferences = createRoute({
  getParentRoute: () => app,
  path: '/account/preferences',
  component: lazyRouteComponent(() => import('./pages/account/PreferencesPage.tsx'), 'PreferencesPage'),
})

const audit = createRoute({
  getParentRoute: () => app,
  path: '/audit',
  validateSearch: reading(parseAuditSearch),
  component: lazyRouteComponent(() => import('./pages/audit/AuditPage.tsx'), 'AuditPage'),
})

const auditLine = createRoute({
  getParentRoute: () => app,
  path: '/audit/$entryId',
  component: lazyRouteComponent(() => import('./pages/audit/AuditLinePage.tsx'), 'AuditLinePage'),
})

const nowhere = createRoute({ getParentRoute: () => app, path: '$', component: NotFound })

const routeTree = root.addChildren([
  signIn,
  confirmed,
  invitation,
  newPassword,
  app.addChildren([
    home,
    charges,
    charge,
    cases,
    payouts,
    merchants,
    oneMerchant,
    reconciliation,
    webhooks,
    users,
    user,
    roles,
    account,
    security,
    preferences,
    audit,
    auditLine,
    nowhere,
    merchant.addChildren([balance, statement, replays, endpoint, apiKeys, oneCase, payout]),
  ]),
])

/** The router over a query client. Addresses carry plain text (`?status=paid`, not JSON), and no document. */
export function consoleRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    defaultErrorComponent: Crash,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof consoleRouter>
  }
}
