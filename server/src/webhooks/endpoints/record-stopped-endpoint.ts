import type { Tx } from '../../kernel/context.ts'
import { entities } from '../../kernel/database/entities.ts'
import { WebhookEndpoint } from './endpoint.entity.ts'
import { recordEvents } from '../events/record-events.ts'

type StopType = 'webhook_endpoint.paused' | 'webhook_endpoint.disabled'

/**
 * Records the event that an endpoint was paused, disabled or removed. The merchant's other endpoints get the event.
 * Call this function in the transaction that changes the endpoint, with the new state of `endpoint`.
 */
export async function recordStopped(tx: Tx, endpoint: WebhookEndpoint, type: StopType): Promise<void> {
  const now = tx.clock.now()
  const { id, merchantId, environment, status, disabledReason, consecutiveFailures, failingSince } = endpoint
  const event = {
    type,
    source: { type: 'webhook_endpoint' as const, id },
    environment,
    data: {
      endpoint_id: id,
      reason: status === 'off' ? ('off' as const) : (disabledReason ?? 'failing'),
      consecutive_failures: consecutiveFailures,
      failing_since: failingSince?.toISOString() ?? null,
      paused_until: endpoint.pausedUntilAt(now)?.toISOString() ?? null,
      disabled_at: type === 'webhook_endpoint.disabled' ? now.toISOString() : null,
    },
  }
  await recordEvents(tx, merchantId, [event], now)
}

/**
 * Does the same as `recordStopped` for the endpoint with this id. The function reads the endpoint's new state, which
 * the transaction must have written before.
 */
export async function recordStoppedById(tx: Tx, id: string, type: StopType): Promise<void> {
  const endpoint = await entities(tx).findOneOrFail(WebhookEndpoint, { id })
  await recordStopped(tx, endpoint, type)
}
