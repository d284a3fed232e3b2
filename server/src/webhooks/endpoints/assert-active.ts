import { Problem } from '../../kernel/problem.ts'
import type { WebhookEndpoint } from './endpoint.entity.ts'

/** @throws Problem conflict, reason `webhook_endpoint_disabled`, with the reason of the disabling. */
export function assertActive({ status, disabledReason }: WebhookEndpoint): void {
  if (status === 'active') return
  const why = disabledReason === null ? {} : { disabledReason }
  throw new Problem('conflict', { reason: 'webhook_endpoint_disabled', ...why })
}
