import { AttemptResolver, DeliveryResolver, EventResolver } from './delivery.graphql.ts'
import { EndpointActionsResolver } from './endpoint-actions.graphql.ts'
import { EndpointResolver } from './endpoint.graphql.ts'
import { FleetResolver } from './fleet.graphql.ts'
import { ReplayResolver } from './replay.graphql.ts'
import { WebhookReplayResolver } from './webhook-replay.graphql.ts'

export const webhookResolvers = [
  AttemptResolver,
  DeliveryResolver,
  EventResolver,
  EndpointActionsResolver,
  EndpointResolver,
  FleetResolver,
  ReplayResolver,
  WebhookReplayResolver,
] as const
