import type { Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

/**
 * Fails up to `max` pending deliveries of endpoints that are off or disabled. They can be replayed later. A delivery
 * that had succeeded and was being replayed becomes `succeeded` again. Returns the number of deliveries.
 */
export async function endDeliveries(
  tx: Tx,
  endpointIds: readonly string[],
  { reason, max }: { reason: 'endpoint_off' | 'endpoint_disabled'; max: number },
): Promise<number> {
  const ended = await sql(
    tx,
    `update webhook_delivery set status = case when succeeded_at is null then 'failed' else 'succeeded' end,
       last_error = case when succeeded_at is null then $2::text else last_error end,
       finished_at = coalesce(succeeded_at, $3), next_attempt_at = null, trigger = 'auto', resume_at = null
     where id in (select id from webhook_delivery where endpoint_id = any ($1::uuid[]) and status = 'pending'
       order by endpoint_id, next_attempt_at, id limit $4 for update skip locked)
     returning id`,
    [endpointIds, reason, tx.clock.now(), max],
  )
  return ended.length
}
