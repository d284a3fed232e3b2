import type { WebhookEndpoint } from '../endpoints/endpoint.entity.ts'
import type { WebhookDelivery } from './delivery.entity.ts'

/** Returns whether a delivery waits for another attempt of the retry schedule after at least one failed attempt. */
export const isRetrying = (
  delivery: Pick<WebhookDelivery, 'status' | 'trigger' | 'scheduledAttempts'>,
): boolean => delivery.status === 'pending' && delivery.trigger === 'auto' && delivery.scheduledAttempts > 0

/**
 * Returns when the next attempt of a delivery is due, after any pause or rate limit of the endpoint. A manual replay
 * does not wait for a pause. Returns null when no further attempt is planned.
 */
export function nextAttemptAfterPause(
  { nextAttemptAt, trigger }: Pick<WebhookDelivery, 'nextAttemptAt' | 'trigger'>,
  endpoint: WebhookEndpoint,
  now: Date,
): Date | null {
  if (nextAttemptAt === null || endpoint.status !== 'active') return null
  const waits = trigger === 'manual' ? [] : [endpoint.pausedUntilAt(now), endpoint.rateLimitedUntil]
  const times = [nextAttemptAt, ...waits].flatMap((at) => at?.getTime() ?? [])
  return new Date(Math.max(...times))
}
