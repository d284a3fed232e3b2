import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { HOUSE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { openException } from './exceptions.ts'

interface Parked {
  endToEndId: string
  amountCents: bigint
  paidAt: Date
  merchantId: string | null
}

/**
 * Opens an exception for each payment that waits in the inbox because it could not be recorded, `limit` at most.
 * Answers how many it opened.
 */
export async function nameParked(ctx: Context, limit: number): Promise<number> {
  const now = ctx.clock.now()
  const parked = await sql<Parked>(ctx, PARKED, [limit, HOUSE_MERCHANT_ID])
  for (const { merchantId, endToEndId, amountCents, paidAt } of parked) {
    const details = { received_cents: amountCents.toString(), paid_at: paidAt.toISOString() }
    await openException(
      ctx,
      merchantId ?? HOUSE_MERCHANT_ID,
      { kind: 'payment_not_recorded', endToEndId, paymentId: null, details },
      now,
    )
  }
  return parked.length
}

const PARKED = `
  select n.end_to_end_id as "endToEndId", n.amount_cents as "amountCents", n.paid_at as "paidAt",
    c.merchant_id as "merchantId"
  from network_inbox n left join charge c on n.txid ~ '^[0-9a-fA-F]{32}$' and c.id = n.txid::uuid
  where n.state = 'parked' and n.kind = 'pix'
    and not exists (select from reconciliation_exception x
      where x.merchant_id = coalesce(c.merchant_id, $2) and x.kind = 'payment_not_recorded' and x.subject = n.end_to_end_id)
  order by n.received_at limit $1`
