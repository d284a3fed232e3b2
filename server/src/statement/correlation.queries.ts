import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'

/** A request or a run of a job that moved money of a charge. */
export interface ChargeCorrelation {
  chargeId: string
  correlationId: string
}

/** The correlation ids under which money of charges of one merchant was moved, the oldest first. */
export function listCorrelationsOfCharges(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<ChargeCorrelation[]> {
  return sql<ChargeCorrelation>(
    ctx,
    `select l.charge_id as "chargeId", e.correlation_id as "correlationId"
     from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
     where l.merchant_id = $1 and l.charge_id = any($2::uuid[])
     group by l.charge_id, e.correlation_id order by min(l.entry_seq)`,
    [merchantId, chargeIds],
  )
}
