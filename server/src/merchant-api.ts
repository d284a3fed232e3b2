import type { MerchantApi } from './http/serve.ts'
import type { Kit, ServiceContext } from './kit.ts'
import { ROUTES } from './routes.ts'

/** Returns the dependencies of a merchant API that uses the database of `kit`. */
export const merchantApi = (kit: Kit): MerchantApi<ServiceContext> => ({
  routes: ROUTES,
  context: (correlationId) => kit.context('anonymous', correlationId),
  authenticate: (ctx, authorization) => kit.keys.authenticate(ctx, authorization),
  count: (caller, cost) => kit.rateLimits.count(caller, cost),
  turns: kit.turns,
  uploads: kit.uploads,
  callMs: kit.callMs,
  onEnd: (call) => kit.requestLog.record(call),
})
