import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { WebhookEndpoint } from './endpoint.entity.ts'

/**
 * The endpoint, to be changed in this transaction.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`.
 */
export async function lockEndpoint(tx: Tx, merchantId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await tx.em.findOne(
    WebhookEndpoint,
    { merchantId, id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (!endpoint) throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
  return endpoint
}
