import type { Context } from '../../kernel/context.ts'
import type { Span } from '../../kernel/tracing/tracing.ts'
import type { ClaimedDelivery } from './claim-deliveries.sql.ts'
import { EVENT_VERSION } from '../events/event-types.ts'
import { openSecrets, type SigningSecrets } from '../endpoints/secret.ts'
import type { SendResult, WithSender } from '../sending/sender.ts'
import { signatureHeader } from '../sending/signature.ts'

/** An attempt with its result, before it is recorded. */
export interface CompletedAttempt {
  delivery: ClaimedDelivery
  startedAt: Date
  requestHeaders: Record<string, string>
  result: SendResult
}

/**
 * Makes one attempt, and records its span. Never throws: if the service itself fails, the attempt gets the error class
 * `internal`.
 */
export async function sendDelivery(
  ctx: Context & WithSender,
  delivery: ClaimedDelivery,
  signal?: AbortSignal,
): Promise<CompletedAttempt> {
  const span = startSpan(ctx, delivery)
  const attempt = await attemptDelivery(ctx, delivery, signal)
  const { statusCode, errorClass } = attempt.result
  span?.end({
    attributes: { 'http.response.status_code': statusCode ?? undefined },
    error: errorClass ?? undefined,
  })
  return attempt
}

/**
 * Starts the span of an attempt, in the trace of its event. Returns undefined if this trace is not sampled. The
 * receiver gets no trace id.
 */
function startSpan({ tracing }: Context, delivery: ClaimedDelivery): Span | undefined {
  const { correlation_id: correlationId, event_id: parent, event_type: type } = delivery
  if (correlationId === null || !tracing.samples(correlationId)) return undefined
  return tracing.start(correlationId, {
    name: `deliver ${type}`,
    kind: 'client',
    parent,
    attributes: {
      'http.request.method': 'POST',
      'pix.delivery.id': delivery.id,
      'pix.delivery.attempt': delivery.attempts,
    },
  })
}

async function attemptDelivery(
  ctx: Context & WithSender,
  delivery: ClaimedDelivery,
  signal: AbortSignal | undefined,
): Promise<CompletedAttempt> {
  const startedAt = ctx.clock.now()
  const headers = eventHeaders(delivery.event_id, delivery.event_type)
  try {
    if (delivery.body === null)
      throw new Error(`event ${delivery.event_id} is past its retention of 90 days; it cannot be sent`)
    const secrets = openSecrets(ctx, signingSecretsOf(delivery), delivery.endpoint_id, startedAt)
    const signature = signatureHeader(secrets, delivery.body, startedAt)
    const result = await ctx.sender.post({
      url: delivery.url,
      headers: { ...headers, 'x-svc-signature': signature },
      body: delivery.body,
      ...(signal ? { signal } : {}),
    })
    return { delivery, startedAt, requestHeaders: headers, result }
  } catch (error) {
    ctx.log.error(
      {
        err: error,
        correlation_id: delivery.correlation_id,
        delivery_id: delivery.id,
        alarm: 'webhook_internal',
      },
      'webhook not sent: internal error',
    )
    return { delivery, startedAt, requestHeaders: headers, result: UNSENT }
  }
}

/** Returns the headers of an attempt except the signature. */
export function eventHeaders(eventId: string, eventType: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Svc-Webhooks/1',
    'x-svc-event-id': eventId,
    'x-svc-event-type': eventType,
    'x-svc-event-version': EVENT_VERSION,
  }
}

const signingSecretsOf = (delivery: ClaimedDelivery): SigningSecrets => ({
  current: { box: delivery.secret_box, keyId: delivery.secret_key_id },
  previous: {
    box: delivery.previous_secret_box,
    keyId: delivery.previous_secret_key_id,
    endsAt: delivery.previous_secret_ends_at,
  },
})

const UNSENT: SendResult = {
  statusCode: null,
  errorClass: 'internal',
  errorDetail: null,
  remoteIp: null,
  timings: { total: 0 },
  responseHeaders: {},
  responseBody: Buffer.alloc(0),
  responseTruncated: false,
}
