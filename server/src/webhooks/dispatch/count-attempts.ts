import type { Context } from '../../kernel/context.ts'
import { counter, histogram } from '../../kernel/metrics/metrics.ts'
import type { DeliveryStatus } from '../deliveries/delivery.entity.ts'
import { ERROR_CLASSES } from '../sending/error-class.ts'
import type { CompletedAttempt } from './send-delivery.ts'

export const WEBHOOK_ATTEMPTS = counter({
  name: 'pix_webhook_attempts_total',
  help: 'Attempts to send a webhook, by result.',
  labels: { outcome: ['succeeded', ...ERROR_CLASSES] },
})

export const WEBHOOK_DELIVERIES = counter({
  name: 'pix_webhook_deliveries_total',
  help: 'Webhook deliveries that ended, by result.',
  labels: { outcome: ['succeeded', 'failed'] },
})

export const WEBHOOK_LAG = histogram({
  name: 'pix_webhook_delivery_lag_seconds',
  help: 'Time from the event to its first successful response.',
  labels: { endpoint: ['healthy', 'recovering'] },
  bounds: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200],
})

/** An attempt that was recorded. */
export interface RecordedAttempt {
  attempt: CompletedAttempt
  /** The status of the delivery after the attempt. */
  status: DeliveryStatus
  /** The time of the endpoint's last failed attempt before this one was recorded. */
  lastFailureAt: Date | null
}

/**
 * Counts recorded attempts, and the deliveries that ended with them. Measures the time from an event to its first
 * successful attempt, unless this attempt is a replay.
 */
export function countAttempts({ clock, metrics }: Context, recorded: readonly RecordedAttempt[]): void {
  const nowMs = clock.now().getTime()
  for (const { attempt, status, lastFailureAt } of recorded) {
    const { delivery, result } = attempt
    metrics.count(WEBHOOK_ATTEMPTS, { outcome: result.errorClass ?? 'succeeded' })
    if (status === 'failed') metrics.count(WEBHOOK_DELIVERIES, { outcome: 'failed' })
    if (result.errorClass !== null || delivery.succeeded_at !== null) continue
    metrics.count(WEBHOOK_DELIVERIES, { outcome: 'succeeded' })
    if (delivery.trigger !== 'auto') continue
    const eventAt = delivery.event_created_at
    const endpoint = lastFailureAt !== null && lastFailureAt >= eventAt ? 'recovering' : 'healthy'
    metrics.observe(WEBHOOK_LAG, { endpoint }, Math.max(0, nowMs - eventAt.getTime()) / 1_000)
  }
}
