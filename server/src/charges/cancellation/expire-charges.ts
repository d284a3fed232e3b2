import { isAborted, transaction, type Context } from '../../kernel/context.ts'
import { eachMerchant, runnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { SAME_MERCHANT } from '../../kernel/database/same-merchant.ts'
import { db } from '../../kernel/database/tables.ts'
import type { WithPix } from '../../pix/pix-accounts.ts'
import { recordEvents } from '../../webhooks/events/record-events.ts'
import { cancelBeforeExpiry } from './cancel-before-expiry.ts'
import { chargeExpired } from '../charge-events.ts'
import { isDueToExpire } from '../charge-expiry.ts'
import { CHARGE_COLUMNS } from '../charge.queries.ts'

const JOB = 'expiry'

/** The maximum number of charges that one SQL statement expires. */
const BATCH_MAX = 200

/**
 * Expires the pending charges whose expiry time has passed, up to about `limit`, and emits `charge.expired`. If the PSP
 * reports that a charge was removed before its expiry time, cancels the charge instead. Uses one transaction for each
 * merchant. Returns how many charges it expired or cancelled.
 */
export async function expireCharges(ctx: Context & WithPix, limit: number): Promise<number> {
  const endedBy = ctx.clock.now()
  const find = (first: FindParameters) => findExpired(ctx, first, endedBy)
  const batch = Math.min(limit, BATCH_MAX)
  let ended = await cancelBeforeExpiry(ctx, endedBy, limit)
  for (;;) {
    const count = await eachMerchant(ctx, { job: JOB, limit: batch, find }, expireOf)
    ended += count
    if (count < batch || ended >= limit || isAborted(ctx)) return ended
  }
}

function findExpired(ctx: Context, first: FindParameters, endedBy: Date): Promise<DueRow[]> {
  const [, limit] = first
  return db(ctx)
    .selectFrom('charge')
    .select(['charge.merchant_id as merchantId', 'charge.id'])
    .where(isDueToExpire(endedBy))
    .where(runnable(ctx, JOB, first, { merchantId: 'charge.merchant_id', id: 'charge.id' }))
    .orderBy('charge.expires_at')
    .limit(limit)
    .execute()
}

function expireOf(ctx: Context, merchantId: string, ids: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const expired = await db(tx)
      .updateTable('charge')
      .set({ status: 'expired', updated_at: now })
      .where('charge.merchant_id', SAME_MERCHANT, merchantId)
      .where('charge.id', '=', anyUuid(ids.toSorted()))
      // `is true` makes the planner look up the ids. Without `is true`, the planner may scan the index of all due
      // charges.
      .where((eb) => eb(isDueToExpire(now), 'is', eb.lit(true)))
      .returning(CHARGE_COLUMNS)
      .execute()
    await recordEvents(tx, merchantId, expired.map(chargeExpired), now)
  })
}
