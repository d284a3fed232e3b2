import { transaction, type Context } from '../../kernel/context.ts'
import { eachMerchant, isRunnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { WithPix } from '../../pix/provider.ts'
import { recordEvents } from '../../webhooks/events/record-events.ts'
import { cancelBeforeExpiry } from './cancel-before-expiry.ts'
import { chargeExpired } from '../charge-events.ts'
import { chargeOf, OF_MERCHANT, type ChargeRow } from '../charge-row.ts'

const JOB = 'expiry'

/** Charges in one batch of statements. */
const BATCH_MAX = 200

/**
 * Expires the pending charges whose expiry time has passed, up to about `limit`, and emits `charge.expired`. Cancels
 * those that the bank has removed instead, if the network reports the removal in time. Uses one transaction for each
 * merchant. Returns how many charges it expired or cancelled.
 */
export async function expireCharges(ctx: Context & WithPix, limit: number): Promise<number> {
  const endedBy = ctx.clock.now()
  const find = (first: FindParameters) => sql<DueRow>(ctx, DUE, [...first, endedBy])
  const batch = Math.min(limit, BATCH_MAX)
  let ended = await cancelBeforeExpiry(ctx, endedBy, limit)
  for (;;) {
    const count = await eachMerchant(ctx, { job: JOB, limit: batch, find }, expireOf)
    ended += count
    if (count < batch || ended >= limit) return ended
  }
}

const DUE = `
  select merchant_id as "merchantId", id from charge
  where status = 'pending' and expires_at <= $4::timestamptz
    and ${isRunnable(JOB, { merchantId: 'merchant_id', id: 'id' })}
  order by expires_at limit $2`

function expireOf(ctx: Context, merchantId: string, ids: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const rows = await sql<ChargeRow>(tx, EXPIRE, [merchantId, ids.toSorted(), now])
    await recordEvents(
      tx,
      merchantId,
      rows.map((row) => chargeExpired(chargeOf(row))),
      now,
    )
  })
}

// `is true` hides the condition from the planner, which may otherwise scan the index of all due charges.
const EXPIRE = `
  update charge set status = 'expired', updated_at = $3
  where ${OF_MERCHANT} and id = any($2::uuid[]) and (status = 'pending' and expires_at <= $3) is true returning *`
