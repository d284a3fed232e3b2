import type { Context } from '../../kernel/context.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'
import type { WithSender } from '../sending/sender.ts'

/** Claims up to `limit` due deliveries, attempts them in parallel and records the results. Returns their number. */
export async function deliverDue(ctx: Context & WithSender, limit: number): Promise<number> {
  const claimed = await claimDeliveries(ctx, limit)
  await finishDeliveries(ctx, await Promise.all(claimed.map((delivery) => sendDelivery(ctx, delivery))))
  return claimed.length
}
