import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { assertActive } from '../endpoints/assert-active.ts'
import type { WebhookDelivery } from './delivery.entity.ts'
import { getDelivery } from './delivery.queries.ts'
import { getEndpoint } from '../endpoints/endpoint.queries.ts'

/**
 * Schedules an immediate attempt of a delivery in any status, with the same event and a new signature. Uses no attempt
 * of the schedule: when the replay of a pending delivery fails, its schedule continues.
 * @throws Problem not_found, reason `webhook_delivery_not_found`, or `webhook_endpoint_not_found` when the endpoint is
 *   off.
 * @throws Problem conflict, reason `webhook_endpoint_disabled`, or `delivery_in_progress` while an attempt runs.
 */
export async function replayDelivery(ctx: Context, merchantId: string, id: string): Promise<WebhookDelivery> {
  const delivery = await getDelivery(ctx, merchantId, id)
  const endpoint = await getEndpoint(ctx, merchantId, delivery.endpointId)
  assertActive(endpoint)
  await transaction(ctx, async (tx) => {
    const replayed = await sql(tx, REPLAY, [merchantId, delivery.id])
    if (replayed.length === 0) throw new Problem('conflict', { reason: 'delivery_in_progress' })
    await recordAudit(tx, {
      action: 'webhook_delivery.replay',
      target: { type: 'webhook_delivery', id: delivery.id },
      merchantId,
      before: { status: delivery.status, attempts: delivery.attempts },
    })
  })
  return getDelivery(ctx, merchantId, id)
}

// The due time is that of the event, so that the replay precedes the deliveries of later events.
const REPLAY = `
  update webhook_delivery set status = 'pending', trigger = 'manual', next_attempt_at = event_created_at, finished_at = null,
    resume_at = case when status = 'pending' and trigger = 'auto' then next_attempt_at else resume_at end
  where merchant_id = $1 and id = $2 and status <> 'sending' returning id`
