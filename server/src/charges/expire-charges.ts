import { transaction, type Context } from '../kernel/context.ts'
import { eachMerchant, isOpen } from '../kernel/each-due.ts'
import { sql } from '../kernel/sql.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { chargeExpired } from './charge-events.ts'
import { chargeOf, OF_MERCHANT, type ChargeRow } from './charge-row.ts'

const JOB = 'expiry'

/**
 * Ends the pending charges whose time is over, in batches of `limit`, and emits `charge.expired`. Each merchant's
 * charges change in a transaction of their own. Answers how many charges it ended.
 */
export function expireCharges(ctx: Context, limit: number): Promise<number> {
  return eachMerchant(ctx, { job: JOB, limit, find: (first) => sql(ctx, DUE, first) }, expireOf)
}

const DUE = `
  select merchant_id as "merchantId", id from charge
  where status = 'pending' and expires_at <= $1::timestamptz
    and ${isOpen(JOB, { merchantId: 'merchant_id', id: 'id' })}
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

// The state as one condition that is true or not: by its parts the index of all that is due would offer itself.
const EXPIRE = `
  update charge set status = 'expired', updated_at = $3
  where ${OF_MERCHANT} and id = any($2::uuid[]) and (status = 'pending' and expires_at <= $3) is true returning *`
