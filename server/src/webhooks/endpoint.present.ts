import { z } from 'zod'
import { instant } from '../http/shapes.ts'
import { ENDPOINT_STATUSES, type WebhookEndpoint } from './endpoint.entity.ts'

/** An endpoint on the wire (specification, Webhook endpoint). */
export const EndpointShape = z.object({
  id: z.uuid(),
  url: z.string(),
  event_types: z.array(z.string()),
  status: z.enum(ENDPOINT_STATUSES),
  secret_last4: z.string(),
  created_at: instant,
  consecutive_failures: z.int(),
  paused_until: instant.nullable(),
})

/** Names each field that leaves. */
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
