import { transaction, type Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/sql.ts'
import { endDeliveries } from './end-deliveries.ts'
import type { WebhookEndpoint } from './endpoint.entity.ts'
import { findEndpoint } from './endpoint.queries.ts'

/** What is ended together with the endpoint; the reaper ends the rest. */
const ENDED_AT_ONCE_MAX = 500

/**
 * Turns an endpoint off for good: nothing is sent to it any more, and its place is free. Repeating it changes nothing.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`.
 */
export async function turnOffEndpoint(
  ctx: Context,
  merchantId: string,
  id: string,
): Promise<WebhookEndpoint> {
  if (!isUuid(id)) throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const turned = await sql(
      tx,
      `update webhook_endpoint set status = 'off', disabled_reason = null, paused_until = null, half_open = false,
         updated_at = $3
       where merchant_id = $1 and id = $2 and status <> 'off' returning id`,
      [merchantId, id, now],
    )
    if (turned.length > 0) await endDeliveries(tx, [id], { reason: 'endpoint_off', max: ENDED_AT_ONCE_MAX })
    const endpoint = await findEndpoint(tx, merchantId, id)
    if (!endpoint) throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
    return endpoint
  })
}
