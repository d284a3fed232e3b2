import type { Context } from '../../kernel/context.ts'
import { isTransient } from '../../kernel/jobs/transient-error.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import type { CompletedAttempt } from './send-delivery.ts'

/**
 * Records attempts of any merchants together. When that fails, each merchant's are recorded by themselves; those that
 * fail again are logged and given up: their leases end, and they are sent once more.
 * @throws what the database throws while it is away: then nothing is given up.
 */
export async function recordAttempts(ctx: Context, made: readonly CompletedAttempt[]): Promise<void> {
  try {
    await finishDeliveries(ctx, made)
  } catch (error) {
    if (isTransient(error)) throw error
    for (const [merchantId, own] of Map.groupBy(made, ({ delivery }) => delivery.merchant_id)) {
      await recordOrGiveUp(ctx, merchantId, own)
    }
  }
}

async function recordOrGiveUp(
  ctx: Context,
  merchantId: string,
  own: readonly CompletedAttempt[],
): Promise<void> {
  try {
    await finishDeliveries(ctx, own)
  } catch (error) {
    if (isTransient(error)) throw error
    ctx.log.error(
      { err: error, merchant_id: merchantId, failed_count: own.length },
      'webhook attempts could not be recorded',
    )
  }
}
