import { z } from 'zod'
import { COMPONENTS, instant, openList, openText } from '../kernel/output/shapes.ts'
import type { WebhookAttempt } from './deliveries/attempt.entity.ts'
import { DELIVERY_STATUSES, TRIGGERS, type WebhookDelivery } from './deliveries/delivery.entity.ts'
import { END_REASONS } from './endpoints/end-deliveries.ts'
import { EVENT_TYPES } from './events/event-types.ts'
import { ERROR_CLASSES } from './sending/error-class.ts'

/** The REST representation of a delivery. */
export const DeliveryShape = z.strictObject({
  id: z.uuid(),
  event_id: z.string(),
  event_type: openText(EVENT_TYPES),
  endpoint_id: z.uuid(),
  status: openList(DELIVERY_STATUSES),
  attempts: z.int(),
  last_status_code: z.int().nullable(),
  last_error: openText([...ERROR_CLASSES, ...END_REASONS]).nullable(),
  next_attempt_at: instant.nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
})
DeliveryShape.register(COMPONENTS, { id: 'Delivery' })

/** The REST representation of an attempt, with all data that a merchant's developer needs to find an error. */
export const AttemptShape = z.strictObject({
  n: z.int(),
  trigger: openList(TRIGGERS),
  started_at: instant,
  duration_ms: z.int(),
  /** A step is null if the attempt ended before it, or if a reused connection made it unnecessary. */
  timings: z.strictObject({
    dns_ms: z.int().nullable(),
    connect_ms: z.int().nullable(),
    tls_ms: z.int().nullable(),
    first_byte_ms: z.int().nullable(),
  }),
  status_code: z.int().nullable(),
  error: openText(ERROR_CLASSES).nullable(),
  remote_address: z.string().nullable(),
  response_headers: z
    .record(z.string(), z.string())
    .describe('Só content-type, retry-after, server, date e x-request-id são guardados'),
  response_body: z.string().nullable(),
  response_truncated: z.boolean(),
})
AttemptShape.register(COMPONENTS, { id: 'Attempt' })

export const DeliveryWithLogShape = DeliveryShape.omit({ attempts: true }).extend({
  attempts: z.array(AttemptShape),
})
DeliveryWithLogShape.register(COMPONENTS, { id: 'DeliveryWithAttempts' })

export function presentDelivery(delivery: WebhookDelivery): z.infer<typeof DeliveryShape> {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    endpoint_id: delivery.endpointId,
    status: delivery.status,
    attempts: delivery.attempts,
    last_status_code: delivery.lastStatusCode ?? null,
    last_error: delivery.lastError ?? null,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
  }
}

export function presentAttempt(attempt: WebhookAttempt): z.infer<typeof AttemptShape> {
  const { dns = null, connect = null, tls = null, firstByte = null } = attempt.timings
  return {
    n: attempt.n,
    trigger: attempt.trigger,
    started_at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    timings: { dns_ms: dns, connect_ms: connect, tls_ms: tls, first_byte_ms: firstByte },
    status_code: attempt.statusCode ?? null,
    error: attempt.errorClass ?? null,
    remote_address: attempt.remoteIp ?? null,
    response_headers: attempt.responseHeaders,
    response_body: attempt.responseBody,
    response_truncated: attempt.responseTruncated,
  }
}
