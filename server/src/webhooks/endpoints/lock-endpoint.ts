import type { Tx } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { lockRow } from '../../kernel/database/lock-row.ts'
import { Problem } from '../../kernel/problem.ts'
import { WebhookEndpoint } from './endpoint.entity.ts'

/**
 * Locks the endpoint's row until the transaction ends. Returns the endpoint.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`.
 */
export async function lockEndpoint(tx: Tx, merchantId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = isUuid(id) ? await lockRow(tx, WebhookEndpoint, { merchantId, id }) : null
  if (!endpoint) throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
  return endpoint
}
