import { Problem } from '../../kernel/problem.ts'
import type { WebhookEndpoint } from './endpoint.entity.ts'

/**
 * Checks that an endpoint is active.
 * @throws Problem conflict, reason `webhook_endpoint_disabled`, with `disabledReason` if the endpoint is disabled but
 * not off.
 */
export function assertActive({ status, disabledReason }: WebhookEndpoint): void {
  if (status === 'active') return
  const why = disabledReason === null ? {} : { disabledReason }
  throw new Problem('conflict', { reason: 'webhook_endpoint_disabled', ...why })
}
