import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { endDeliveries } from './end-deliveries.ts'
import type { WebhookEndpoint } from './endpoint.entity.ts'
import { findEndpoint } from './endpoint.queries.ts'
import { recordStoppedById } from './record-stopped-endpoint.ts'

/**
 * The maximum number of pending deliveries that `turnOffEndpoint` fails. `reapDeliveries` fails the remaining
 * deliveries.
 */
const ENDED_AT_ONCE_MAX = 500

/**
 * Turns an endpoint off permanently. The endpoint gets no more deliveries and no longer counts towards the endpoint
 * limit. Emits `webhook_endpoint.disabled`. A second call has no effect.
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
    if (!(await markOff(tx, current))) return
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

/** Turns the endpoint off. Returns false if the endpoint was already off. */
async function markOff(tx: Tx, { merchantId, id }: WebhookEndpoint): Promise<boolean> {
  const updated = await db(tx)
    .updateTable('webhook_endpoint')
    .set({
      status: 'off',
      disabled_reason: null,
      paused_until: null,
      half_open: false,
      updated_at: tx.clock.now(),
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '<>', 'off')
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
