import { transaction, type Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { chargeExpired } from './charge-events.ts'
import { chargeOf, OF_MERCHANT, type ChargeRow } from './charge-row.ts'

/**
 * Ends the pending charges whose time is over, `limit` at most, and tells by `charge.expired`. Answers how many it
 * found. The sweep reads without locks; each merchant's charges change in a transaction of their own.
 */
export async function expireCharges(ctx: Context, limit: number): Promise<number> {
  const due = await sql<{ merchant_id: string; id: string }>(
    ctx,
    `select merchant_id, id from charge where status = 'pending' and expires_at <= $1 order by expires_at limit $2`,
    [ctx.clock.now(), limit],
  )
  for (const [merchantId, rows] of Map.groupBy(due, (row) => row.merchant_id)) {
    await expireOf(
      ctx,
      merchantId,
      rows.map((row) => row.id),
    )
  }
  return due.length
}

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
