import { createRoute, lazyRouteComponent, Navigate, retainSearchParams } from '@tanstack/react-router'
import { appRoute, rootRoute } from './base-routes.tsx'
import { isTestEnvironment } from './lib/environment.ts'
import { NotFound } from './error-pages.tsx'
import { MerchantGate } from './pages/shell/MerchantGate.tsx'
import { accountRoute, preferencesRoute } from './pages/account/routes.ts'
import { apiKeysRoute } from './pages/api-keys/routes.ts'
import { requestsRoute } from './pages/requests/routes.ts'
import { auditRoute, auditEntryRoute } from './pages/audit/routes.ts'
import { balanceRoute } from './pages/balance/routes.ts'
import { casesRoute, caseDetailRoute } from './pages/cases/routes.ts'
import { chargesRoute, chargeRoute } from './pages/charges/routes.ts'
import { homeRoute } from './pages/home/routes.ts'
import { invitationRoute, newPasswordRoute } from './pages/invitation/routes.ts'
import { merchantsRoute, merchantDetailRoute } from './pages/merchants/routes.ts'
import { payoutsRoute, payoutRoute } from './pages/payouts/routes.ts'
import { pixAccountsRoute } from './pages/pix-accounts/routes.ts'
import { reconciliationRoute } from './pages/reconciliation/routes.ts'
import { confirmedRoute, securityRoute, signInRoute } from './pages/sign-in/routes.ts'
import { statementRoute } from './pages/statement/routes.ts'
import { usersRoute, userRoute, rolesRoute } from './pages/users/routes.ts'
import { webhooksRoute, replaysRoute, endpointRoute } from './pages/webhooks/routes.ts'

/**
 * Returns the options of a page that exists only in production. In the test environment, the page says that it exists
 * only in production.
 */
const productionOnly = <Options extends { path: string }>(options: Options): Options =>
  isTestEnvironment()
    ? {
        ...options,
        loader: undefined,
        beforeLoad: undefined,
        component: lazyRouteComponent(
          () => import('./pages/shell/environment/ProductionOnlyPage.tsx'),
          'ProductionOnlyPage',
        ),
      }
    : options

/** The home page exists only in production, so a test account opens with its charges. */
const homeOfEnvironment: typeof homeRoute = isTestEnvironment()
  ? { ...homeRoute, loader: () => undefined, component: () => <Navigate to="/charges" replace /> }
  : homeRoute

/** The route tree. The folder of each page declares the page's path and search parameters. */

const signIn = createRoute({ getParentRoute: () => rootRoute, ...signInRoute })

const confirmed = createRoute({ getParentRoute: () => rootRoute, ...confirmedRoute })

const invitation = createRoute({ getParentRoute: () => rootRoute, ...invitationRoute })

const newPassword = createRoute({ getParentRoute: () => rootRoute, ...newPasswordRoute })

const home = createRoute({ getParentRoute: () => appRoute, ...homeOfEnvironment })

const charges = createRoute({ getParentRoute: () => appRoute, ...chargesRoute })

const charge = createRoute({ getParentRoute: () => appRoute, ...chargeRoute })

const cases = createRoute({ getParentRoute: () => appRoute, ...casesRoute })

const payouts = createRoute({ getParentRoute: () => appRoute, ...productionOnly(payoutsRoute) })

const merchants = createRoute({ getParentRoute: () => appRoute, ...productionOnly(merchantsRoute) })

const merchantDetail = createRoute({
  getParentRoute: () => appRoute,
  ...productionOnly(merchantDetailRoute),
})

const reconciliation = createRoute({ getParentRoute: () => appRoute, ...productionOnly(reconciliationRoute) })

const pixAccounts = createRoute({ getParentRoute: () => appRoute, ...productionOnly(pixAccountsRoute) })

const merchantLayout = createRoute({
  getParentRoute: () => appRoute,
  id: 'merchant',
  component: MerchantGate,
})

const balance = createRoute({ getParentRoute: () => merchantLayout, ...balanceRoute })

const statement = createRoute({ getParentRoute: () => merchantLayout, ...statementRoute })

const webhooks = createRoute({ getParentRoute: () => appRoute, ...webhooksRoute })

const replays = createRoute({ getParentRoute: () => merchantLayout, ...replaysRoute })

const endpoint = createRoute({
  getParentRoute: () => merchantLayout,
  ...endpointRoute,
  // When the filter changes or a delivery opens, the URL keeps the merchant of the endpoint (`of`).
  search: { middlewares: [retainSearchParams(['of'])] },
})

const apiKeys = createRoute({ getParentRoute: () => merchantLayout, ...apiKeysRoute })

const caseDetail = createRoute({ getParentRoute: () => merchantLayout, ...caseDetailRoute })

const payout = createRoute({ getParentRoute: () => merchantLayout, ...productionOnly(payoutRoute) })

const users = createRoute({ getParentRoute: () => appRoute, ...productionOnly(usersRoute) })

const user = createRoute({ getParentRoute: () => appRoute, ...productionOnly(userRoute) })

const roles = createRoute({ getParentRoute: () => appRoute, ...productionOnly(rolesRoute) })

const account = createRoute({ getParentRoute: () => appRoute, ...productionOnly(accountRoute) })

const security = createRoute({ getParentRoute: () => appRoute, ...productionOnly(securityRoute) })

const preferences = createRoute({ getParentRoute: () => appRoute, ...productionOnly(preferencesRoute) })

const audit = createRoute({ getParentRoute: () => appRoute, ...productionOnly(auditRoute) })

const requests = createRoute({ getParentRoute: () => appRoute, ...requestsRoute })

const auditEntry = createRoute({ getParentRoute: () => appRoute, ...productionOnly(auditEntryRoute) })

const notFoundRoute = createRoute({ getParentRoute: () => appRoute, path: '$', component: NotFound })

export const routeTree = rootRoute.addChildren([
  signIn,
  confirmed,
  invitation,
  newPassword,
  appRoute.addChildren([
    home,
    charges,
    charge,
    cases,
    payouts,
    merchants,
    merchantDetail,
    reconciliation,
    pixAccounts,
    webhooks,
    users,
    user,
    roles,
    account,
    security,
    preferences,
    requests,
    audit,
    auditEntry,
    notFoundRoute,
    merchantLayout.addChildren([balance, statement, replays, endpoint, apiKeys, caseDetail, payout]),
  ]),
])
