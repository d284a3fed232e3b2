import { OF_MERCHANT } from '../charges/charge-row.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'

/** A request or a job run that created a charge, cancelled it or moved its money. */
export interface ChargeCorrelation {
  chargeId: string
  correlationId: string
}

/** Lists the correlation ids of the requests and job runs that changed charges of one merchant, oldest first. */
export function listCorrelationsOfCharges(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<ChargeCorrelation[]> {
  return sql<ChargeCorrelation>(
    ctx,
    `select charge.id as "chargeId", known.id::text as "correlationId", known."order"
     from charge cross join lateral (values (correlation_id, -1), (cancelled_correlation_id, 0)) as known (id, "order")
     where ${OF_MERCHANT} and charge.id = any($2::uuid[]) and known.id is not null
     union all
     select l.charge_id, e.correlation_id, min(l.entry_seq)
     from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
     where l.merchant_id = $1 and l.charge_id = any($2::uuid[])
     group by l.charge_id, e.correlation_id order by "order"`,
    [merchantId, chargeIds],
  )
}
