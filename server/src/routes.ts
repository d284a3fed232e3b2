import { apiKeyRoutes } from './api-keys/api-key.rest.ts'
import { chargeRoutes } from './charges/charge.rest.ts'
import type { Route } from './http/route.ts'
import type { ServiceContext } from './kit.ts'
import { balanceRoutes } from './ledger/balance.rest.ts'
import { statementRoutes } from './statement/statement.rest.ts'
import { endpointRoutes } from './webhooks/endpoint.rest.ts'

/** The door for merchants, in the order of the specification. */
export const ROUTES: Route<ServiceContext>[] = [
  ...chargeRoutes,
  ...balanceRoutes,
  ...statementRoutes,
  ...endpointRoutes,
  ...apiKeyRoutes,
]
