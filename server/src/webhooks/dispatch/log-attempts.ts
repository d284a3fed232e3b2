import type { Context } from '../../kernel/context.ts'
import type { EndpointCondition } from '../endpoints/endpoint-condition.ts'
import { alarmOf } from '../health/endpoint-alarm.ts'
import type { RecordedAttempt } from './count-attempts.ts'
import type { CompletedAttempt } from './send-delivery.ts'

/** The attempts that were recorded, and the endpoints that they changed. */
export interface RecordingResult {
  /** The attempts whose lease was still valid. */
  recorded: readonly RecordedAttempt[]
  before: Map<string, EndpointCondition>
  after: Map<string, EndpointCondition>
}

/**
 * Logs one line for each attempt. Also logs an error for each blocked address and for each endpoint that has begun to
 * fail. The lines contain no URL and no payload.
 */
export function logAttempts(
  ctx: Context,
  all: readonly CompletedAttempt[],
  { recorded, before, after }: RecordingResult,
): void {
  for (const { attempt } of recorded) {
    ctx.log.info(attemptFields(attempt), 'webhook attempt')
    if (attempt.result.errorClass === 'ssrf_blocked') logBlocked(ctx, attempt)
  }
  if (recorded.length < all.length) {
    const valid = new Set(recorded.map(({ attempt }) => attempt))
    for (const attempt of all)
      if (!valid.has(attempt)) ctx.log.warn(attemptFields(attempt), 'webhook lease lost')
  }
  for (const [id, condition] of after) {
    const was = before.get(id)
    const alarm = was && alarmOf(was, condition)
    if (!alarm) continue
    const { disabledReason: reason, failingSince: since, pausedUntil: until } = condition
    ctx.log.error({ endpoint_id: id, alarm, reason, since, until }, 'webhook endpoint is failing')
  }
}

const attemptFields = ({ delivery, result }: CompletedAttempt) => ({
  correlation_id: delivery.correlation_id,
  delivery_id: delivery.id,
  endpoint_id: delivery.endpoint_id,
  attempt: delivery.attempts,
  outcome: result.errorClass ?? 'succeeded',
  duration_ms: result.timings.total,
})

function logBlocked(ctx: Context, { delivery }: CompletedAttempt): void {
  ctx.log.error(
    {
      correlation_id: delivery.correlation_id,
      endpoint_id: delivery.endpoint_id,
      alarm: 'ssrf_blocked',
    },
    'webhook not sent: the address of its endpoint is not public',
  )
}
