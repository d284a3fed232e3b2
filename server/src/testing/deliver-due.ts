import type { Context } from '../kernel/context.ts'
import { claimDeliveries } from '../webhooks/dispatch/claim-deliveries.ts'
import { finishDeliveries } from '../webhooks/dispatch/finish-deliveries.ts'
import { sendDelivery } from '../webhooks/dispatch/send-delivery.ts'
import type { WithSender } from '../webhooks/sending/sender.ts'

/**
 * Claims up to `limit` due deliveries, attempts them in parallel and records the results. Returns the number of
 * claimed deliveries.
 */
export async function deliverDue(ctx: Context & WithSender, limit: number): Promise<number> {
  const claimed = await claimDeliveries(ctx, limit)
  await finishDeliveries(ctx, await Promise.all(claimed.map((delivery) => sendDelivery(ctx, delivery))))
  return claimed.length
}
