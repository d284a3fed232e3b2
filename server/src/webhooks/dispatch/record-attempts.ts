import type { Context } from '../../kernel/context.ts'
import { isUnreachable } from '../../kernel/jobs/transient-error.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import type { CompletedAttempt } from './send-delivery.ts'

/**
 * Records the attempts of several merchants together. If that fails, records the attempts of each merchant separately.
 * If recording one merchant's attempts fails again, logs and drops them: their leases expire, and their events are sent
 * again. Also drops attempts whose recording exceeds a time limit of the database role, so that a locked row of one
 * merchant does not delay other merchants.
 * @throws the database error while the database is unreachable. While the database is unreachable, no attempt is
 * dropped.
 */
export async function recordAttempts(ctx: Context, attempts: readonly CompletedAttempt[]): Promise<void> {
  try {
    await finishDeliveries(ctx, attempts)
  } catch (error) {
    if (isUnreachable(error)) throw error
    for (const [merchantId, own] of Map.groupBy(attempts, ({ delivery }) => delivery.merchant_id)) {
      await recordOrDrop(ctx, merchantId, own)
    }
  }
}

async function recordOrDrop(
  ctx: Context,
  merchantId: string,
  own: readonly CompletedAttempt[],
): Promise<void> {
  try {
    await finishDeliveries(ctx, own)
  } catch (error) {
    if (isUnreachable(error)) throw error
    ctx.log.error(
      { err: error, merchant_id: merchantId, failed_count: own.length },
      'webhook attempts not recorded; their events are sent again when their leases expire',
    )
  }
}
