import type { Tx } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'

/** Why a delivery ended without another attempt: its endpoint was removed (`endpoint_off`) or disabled. */
export const END_REASONS = ['endpoint_off', 'endpoint_disabled'] as const

/**
 * Fails up to `max` pending deliveries of endpoints that are off or disabled. The failed deliveries can be replayed
 * later. A succeeded delivery whose replay is pending becomes `succeeded` again. Returns the number of changed
 * deliveries.
 */
export async function endDeliveries(
  tx: Tx,
  endpointIds: readonly string[],
  { reason, max }: { reason: (typeof END_REASONS)[number]; max: number },
): Promise<number> {
  const now = tx.clock.now()
  const ended = await db(tx)
    .updateTable('webhook_delivery')
    .set((delivery) => {
      const hasSucceeded = delivery('succeeded_at', 'is not', null)
      return {
        status: delivery
          .case()
          .when(hasSucceeded)
          .then('succeeded' as const)
          .else('failed' as const)
          .end(),
        last_error: delivery.case().when(hasSucceeded).then(delivery.ref('last_error')).else(reason).end(),
        finished_at: delivery.fn.coalesce('succeeded_at', delivery.val(now)),
        next_attempt_at: null,
        trigger: 'auto',
        resume_at: null,
      }
    })
    .where('id', 'in', (deliveries) =>
      deliveries
        .selectFrom('webhook_delivery')
        .select('id')
        .where('endpoint_id', '=', anyUuid(endpointIds))
        .where('status', '=', 'pending')
        .orderBy('endpoint_id')
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
  return Number(ended.numUpdatedRows)
}
