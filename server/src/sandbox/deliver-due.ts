import type { Clock } from '../kernel/clock.ts'
import { claimDeliveries } from '../webhooks/dispatch/claim-deliveries.ts'
import { finishDeliveries } from '../webhooks/dispatch/finish-deliveries.ts'
import { reapDeliveries } from '../webhooks/dispatch/reap-deliveries.ts'
import { sendDelivery } from '../webhooks/dispatch/send-delivery.ts'
import type { JobContext } from './account-context.ts'

const BATCH = 16
const REAPED_MAX = 1_000

/**
 * Delivers one batch of a test account's due webhooks. Attempts and signatures contain the real time, because the
 * receiver compares the time of the signature with its own clock. Returns the number of attempted deliveries plus the
 * number that `reapDeliveries` reclaimed or ended.
 */
export async function deliverDue(ctx: JobContext, realClock: Clock): Promise<number> {
  const ended = await reapDeliveries(ctx, REAPED_MAX)
  const claimed = await claimDeliveries(ctx, BATCH)
  const sending = { ...ctx, clock: realClock }
  const attempts = await Promise.all(claimed.map((delivery) => sendDelivery(sending, delivery)))
  await finishDeliveries(ctx, attempts)
  return ended + claimed.length
}
