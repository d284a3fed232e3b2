import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import {
  appRoute,
  confirmedRoute,
  invitationRoute,
  newPasswordRoute,
  rootRoute,
  signInRoute,
} from './base-routes.tsx'
import { NotFound } from './error-pages.tsx'
import { detailOf, strictSearch } from './lib/search/route-search.ts'
import { parseAuditSearch } from './lib/search/audit-search.ts'
import { parseChargeSearch } from './pages/charges/search.ts'
import { parseDeliverySearch } from './pages/webhooks/search.ts'
import { parseBalanceSearch } from './pages/balance/search.ts'
import { parseCaseSearch } from './pages/cases/search.ts'
import { parsePayoutSearch } from './pages/payouts/search.ts'
import { parseReconciliationSearch } from './pages/reconciliation/search.ts'
import { MerchantGate } from './pages/shell/ChooseMerchant.tsx'
import { parseStatementSearch } from './pages/statement/search.ts'
import {
  loadAuditEntry,
  loadCase,
  loadCharge,
  loadEndpoint,
  loadMerchant,
  loadPayout,
  loadStaffMember,
} from './record-loaders.ts'

/** Every page of the console with its path and its search parameters. */

const home = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/HomePage.tsx'), 'HomePage'),
})

const charges = createRoute({
  getParentRoute: () => appRoute,
  path: '/charges',
  validateSearch: strictSearch(parseChargeSearch),
  component: lazyRouteComponent(() => import('./pages/charges/ChargesPage.tsx'), 'ChargesPage'),
})

const charge = createRoute({
  getParentRoute: () => appRoute,
  path: '/charges/$chargeId',
  loader: loadCharge,
  component: lazyRouteComponent(() => import('./pages/charges/charge/ChargePage.tsx'), 'ChargePage'),
})

const cases = createRoute({
  getParentRoute: () => appRoute,
  path: '/cases',
  validateSearch: strictSearch(parseCaseSearch),
  beforeLoad: ({ location }) => {
    const caseId = detailOf(location.search)
    if (caseId !== undefined) throw redirect({ to: '/cases/$caseId', params: { caseId }, replace: true })
  },
  component: lazyRouteComponent(() => import('./pages/cases/CasesPage.tsx'), 'CasesPage'),
})

const payouts = createRoute({
  getParentRoute: () => appRoute,
  path: '/payouts',
  validateSearch: strictSearch(parsePayoutSearch),
  beforeLoad: ({ location }) => {
    const payoutId = detailOf(location.search)
    if (payoutId !== undefined)
      throw redirect({ to: '/payouts/$payoutId', params: { payoutId }, replace: true })
  },
  component: lazyRouteComponent(() => import('./pages/payouts/PayoutsPage.tsx'), 'PayoutsPage'),
})

const merchants = createRoute({
  getParentRoute: () => appRoute,
  path: '/merchants',
  component: lazyRouteComponent(() => import('./pages/merchants/MerchantsPage.tsx'), 'MerchantsPage'),
})

const merchantDetail = createRoute({
  getParentRoute: () => appRoute,
  path: '/merchants/$merchantId',
  loader: loadMerchant,
  component: lazyRouteComponent(() => import('./pages/merchants/MerchantPage.tsx'), 'MerchantPage'),
})

const reconciliation = createRoute({
  getParentRoute: () => appRoute,
  path: '/reconciliation',
  validateSearch: strictSearch(parseReconciliationSearch),
  component: lazyRouteComponent(
    () => import('./pages/reconciliation/ReconciliationPage.tsx'),
    'ReconciliationPage',
  ),
})

const merchantLayout = createRoute({
  getParentRoute: () => appRoute,
  id: 'merchant',
  component: MerchantGate,
})

const balance = createRoute({
  getParentRoute: () => merchantLayout,
  path: '/balance',
  validateSearch: strictSearch(parseBalanceSearch),
  component: lazyRouteComponent(() => import('./pages/balance/BalancePage.tsx'), 'BalancePage'),
})

const statement = createRoute({
  getParentRoute: () => merchantLayout,
  path: '/statement',
  validateSearch: strictSearch(parseStatementSearch),
  component: lazyRouteComponent(() => import('./pages/statement/StatementPage.tsx'), 'StatementPage'),
})

const webhooks = createRoute({
  getParentRoute: () => appRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
})

const replays = createRoute({
  getParentRoute: () => merchantLayout,
  path: '/webhooks/replays',
  component: lazyRouteComponent(() => import('./pages/webhooks/replays/ReplaysPage.tsx'), 'ReplaysPage'),
})

const endpoint = createRoute({
  getParentRoute: () => merchantLayout,
  path: '/webhooks/$endpointId',
  loader: loadEndpoint,
  validateSearch: strictSearch(parseDeliverySearch),
  component: lazyRouteComponent(() => import('./pages/webhooks/endpoint/EndpointPage.tsx'), 'EndpointPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => merchantLayout,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./pages/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
})

const caseDetail = createRoute({
  getParentRoute: () => merchantLayout,
  path: '/cases/$caseId',
  loader: loadCase,
  component: lazyRouteComponent(() => import('./pages/cases/CasePage.tsx'), 'CasePage'),
})

const payout = createRoute({
  getParentRoute: () => merchantLayout,
  path: '/payouts/$payoutId',
  loader: loadPayout,
  component: lazyRouteComponent(() => import('./pages/payouts/PayoutPage.tsx'), 'PayoutPage'),
})

const users = createRoute({
  getParentRoute: () => appRoute,
  path: '/users',
  component: lazyRouteComponent(() => import('./pages/users/UsersPage.tsx'), 'UsersPage'),
})

const user = createRoute({
  getParentRoute: () => appRoute,
  path: '/users/$staffId',
  loader: loadStaffMember,
  component: lazyRouteComponent(() => import('./pages/users/UserPage.tsx'), 'UserPage'),
})

const roles = createRoute({
  getParentRoute: () => appRoute,
  path: '/roles',
  component: lazyRouteComponent(() => import('./pages/users/RolesPage.tsx'), 'RolesPage'),
})

const account = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/AccountPage.tsx'), 'AccountPage'),
})

const security = createRoute({
  getParentRoute: () => appRoute,
  path: '/account/security',
  component: lazyRouteComponent(() => import('./pages/sign-in/SecurityPage.tsx'), 'SecurityPage'),
})

const preferences = createRoute({
  getParentRoute: () => appRoute,
  path: '/account/preferences',
  component: lazyRouteComponent(() => import('./pages/account/PreferencesPage.tsx'), 'PreferencesPage'),
})

const audit = createRoute({
  getParentRoute: () => appRoute,
  path: '/audit',
  validateSearch: strictSearch(parseAuditSearch),
  component: lazyRouteComponent(() => import('./pages/audit/AuditPage.tsx'), 'AuditPage'),
})

const auditEntry = createRoute({
  getParentRoute: () => appRoute,
  path: '/audit/$entryId',
  loader: loadAuditEntry,
  component: lazyRouteComponent(() => import('./pages/audit/AuditEntryPage.tsx'), 'AuditEntryPage'),
})

const notFoundRoute = createRoute({ getParentRoute: () => appRoute, path: '$', component: NotFound })

export const routeTree = rootRoute.addChildren([
  signInRoute,
  confirmedRoute,
  invitationRoute,
  newPasswordRoute,
  appRoute.addChildren([
    home,
    charges,
    charge,
    cases,
    payouts,
    merchants,
    merchantDetail,
    reconciliation,
    webhooks,
    users,
    user,
    roles,
    account,
    security,
    preferences,
    audit,
    auditEntry,
    notFoundRoute,
    merchantLayout.addChildren([balance, statement, replays, endpoint, apiKeys, caseDetail, payout]),
  ]),
])
