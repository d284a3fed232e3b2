import { z } from 'zod'
import { COMPONENTS, instant, openList, openText } from '../kernel/output/shapes.ts'
import { ENDPOINT_STATUSES, type WebhookEndpoint } from './endpoints/endpoint.entity.ts'
import { DISABLED_REASONS, SUBSCRIBABLE_EVENT_TYPES } from './events/event-types.ts'
import { ERROR_CLASSES } from './sending/error-class.ts'

/** The REST representation of an endpoint. */
export const EndpointShape = z.strictObject({
  id: z.uuid(),
  url: z.string().meta({ format: 'uri' }),
  event_types: z.array(openText(SUBSCRIBABLE_EVENT_TYPES)),
  status: openList(ENDPOINT_STATUSES),
  secret_last4: z.string(),
  created_at: instant,
  consecutive_failures: z.int(),
  paused_until: instant.nullable(),
})
EndpointShape.register(COMPONENTS, { id: 'WebhookEndpoint' })

export function presentEndpoint(endpoint: WebhookEndpoint, now: Date): z.infer<typeof EndpointShape> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    event_types: endpoint.eventTypes,
    status: endpoint.status,
    secret_last4: endpoint.secretLast4,
    created_at: endpoint.createdAt.toISOString(),
    consecutive_failures: endpoint.consecutiveFailures,
    paused_until: endpoint.pausedUntilAt(now)?.toISOString() ?? null,
  }
}

const EndpointErrorShape = z.strictObject({
  code: openList(ERROR_CLASSES),
  status_code: z.int().nullable(),
  at: instant,
})
EndpointErrorShape.register(COMPONENTS, { id: 'WebhookEndpointError' })

/** The REST representation of a single endpoint: the fields of the list and the endpoint's errors. */
export const EndpointDetailShape = EndpointShape.extend({
  description: z
    .string()
    .nullable()
    .meta({ examples: ['Pedidos da loja principal'] }),
  disabled_reason: openList(DISABLED_REASONS).nullable(),
  failing_since: instant.nullable(),
  last_error: EndpointErrorShape.nullable(),
  last_success_at: instant.nullable(),
})
EndpointDetailShape.register(COMPONENTS, { id: 'WebhookEndpointDetail' })

export function presentEndpointDetail(
  endpoint: WebhookEndpoint,
  now: Date,
): z.infer<typeof EndpointDetailShape> {
  const { lastErrorClass: code, lastErrorStatus, lastFailureAt: at } = endpoint
  return {
    ...presentEndpoint(endpoint, now),
    description: endpoint.description,
    disabled_reason: endpoint.disabledReason,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    last_error: code && at ? { code, status_code: lastErrorStatus, at: at.toISOString() } : null,
    last_success_at: endpoint.lastSuccessAt?.toISOString() ?? null,
  }
}
