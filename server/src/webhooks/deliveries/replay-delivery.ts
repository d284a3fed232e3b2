import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { assertActive } from '../endpoints/assert-active.ts'
import type { WebhookDelivery } from './delivery.entity.ts'
import { getDelivery } from './delivery.queries.ts'
import { resumeAt } from './resume-at.ts'
import { getEndpoint } from '../endpoints/endpoint.queries.ts'

/**
 * Schedules an immediate attempt of a delivery in any status, with the same event and a new signature. A replay is not
 * an attempt of the retry schedule: if the replay of a pending delivery fails, the schedule continues.
 * @throws Problem not_found, reason `webhook_delivery_not_found`.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`: the endpoint is off.
 * @throws Problem conflict, reason `webhook_endpoint_disabled`.
 * @throws Problem conflict, reason `delivery_in_progress`: an attempt is running.
 */
export async function replayDelivery(ctx: Context, merchantId: string, id: string): Promise<WebhookDelivery> {
  const delivery = await getDelivery(ctx, merchantId, id)
  const endpoint = await getEndpoint(ctx, merchantId, delivery.endpointId)
  assertActive(endpoint)
  await transaction(ctx, async (tx) => {
    if (!(await scheduleReplay(tx, delivery)))
      throw new Problem('conflict', { reason: 'delivery_in_progress' })
    await recordAudit(tx, {
      action: 'webhook_delivery.replay',
      target: { type: 'webhook_delivery', id: delivery.id },
      merchantId,
      before: { status: delivery.status, attempts: delivery.attempts },
    })
  })
  return getDelivery(ctx, merchantId, id)
}

/** Makes the delivery due now. Returns false while an attempt runs. */
async function scheduleReplay(tx: Tx, { merchantId, id }: WebhookDelivery): Promise<boolean> {
  const replayed = await db(tx)
    .updateTable('webhook_delivery')
    .set((delivery) => ({
      status: 'pending',
      trigger: 'manual',
      // Uses the time of the event as due time, so that the replay precedes deliveries of later events.
      next_attempt_at: delivery.ref('event_created_at'),
      finished_at: null,
      resume_at: resumeAt(),
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '<>', 'sending')
    .returning('id')
    .executeTakeFirst()
  return replayed !== undefined
}
