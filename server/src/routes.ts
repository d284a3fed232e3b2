import { apiKeyRoutes } from './api-keys/api-key.rest.ts'
import { chargeRoutes } from './charges/charge.rest.ts'
import { disputeAnswerRoutes } from './disputes/answers/dispute-answer.rest.ts'
import { disputeFileRoutes } from './disputes/files/dispute-file.rest.ts'
import { disputeRoutes } from './disputes/dispute.rest.ts'
import type { Route } from './http/route.ts'
import type { ServiceContext } from './kit.ts'
import { balanceRoutes } from './balance/balance.rest.ts'
import { payoutRoutes } from './payouts/payout.rest.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation.rest.ts'
import { requestRoutes } from './request-log/request.rest.ts'
import { refundRoutes } from './refunds/refund.rest.ts'
import { paidLineRoutes } from './statement/paid-lines/paid-lines.rest.ts'
import { sandboxRoutes } from './sandbox/sandbox.rest.ts'
import { statementRoutes } from './statement/statement.rest.ts'
import { deliveryRoutes } from './webhooks/delivery.rest.ts'
import { endpointRoutes } from './webhooks/endpoint.rest.ts'
import { eventFeedRoutes } from './webhooks/feed/event-feed.rest.ts'
import { eventRoutes } from './webhooks/event.rest.ts'
import { replayRoutes } from './webhooks/webhook-replay.rest.ts'

/** The routes of the merchant API, in the order of the OpenAPI document. */
export const ROUTES: Route<ServiceContext>[] = [
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...disputeFileRoutes,
  ...disputeAnswerRoutes,
  ...balanceRoutes,
  ...statementRoutes,
  ...payoutRoutes,
  ...paidLineRoutes,
  ...reconciliationRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...eventFeedRoutes,
  ...deliveryRoutes,
  ...replayRoutes,
  ...apiKeyRoutes,
  ...requestRoutes,
  ...sandboxRoutes,
]
