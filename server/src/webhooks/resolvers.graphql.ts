import { DeliveryResolver, EventResolver } from './delivery.graphql.ts'
import { EndpointActionsResolver } from './endpoint-actions.graphql.ts'
import { EndpointResolver } from './endpoint.graphql.ts'
import { FleetResolver } from './fleet.graphql.ts'
import { AttemptResolver, ReplayResolver } from './replay.graphql.ts'
import { WebhookReplayResolver } from './webhook-replay.graphql.ts'

export const webhookResolvers = [
  DeliveryResolver,
  EventResolver,
  EndpointActionsResolver,
  EndpointResolver,
  FleetResolver,
  ReplayResolver,
  AttemptResolver,
  WebhookReplayResolver,
] as const
