import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { endDeliveries } from './end-deliveries.ts'
import type { WebhookEndpoint } from './endpoint.entity.ts'
import { findEndpoint } from './endpoint.queries.ts'
import { recordStoppedById } from './record-stopped-endpoint.ts'

/** The most deliveries that fail in the same transaction. The reaper handles the rest. */
const ENDED_AT_ONCE_MAX = 500

/**
 * Turns an endpoint off permanently: it gets no more deliveries and no longer counts towards the endpoint limit. Emits
 * `webhook_endpoint.disabled`. Idempotent.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`.
 */
export async function turnOffEndpoint(
  ctx: Context,
  merchantId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const current = await findEndpoint(ctx, merchantId, id)
  if (!current) throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
  await transaction(ctx, async (tx) => {
    const updated = await sql(
      tx,
      `update webhook_endpoint set status = 'off', disabled_reason = null, paused_until = null, half_open = false,
         updated_at = $3
       where merchant_id = $1 and id = $2 and status <> 'off' returning id`,
      [merchantId, current.id, tx.clock.now()],
    )
    if (updated.length === 0) return
    await recordStoppedById(tx, current.id, 'webhook_endpoint.disabled')
    await endDeliveries(tx, [current.id], { reason: 'endpoint_off', max: ENDED_AT_ONCE_MAX })
    await recordAudit(tx, {
      action: 'webhook_endpoint.turn_off',
      target: { type: 'webhook_endpoint', id: current.id },
      merchantId,
      before: { status: current.status, url: current.url },
    })
  })
  return (await findEndpoint(ctx, merchantId, id)) ?? current
}
