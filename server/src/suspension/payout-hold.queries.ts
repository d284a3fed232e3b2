import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'

/** Who holds a merchant's payouts back by hand, since when and why. */
export interface PayoutHold {
  merchantId: string
  /** As the record has it. */
  heldBy: string
  heldAt: Date
  reason: string
}

/** What holds back the payouts of those merchants whose payouts are suspended by hand, as the record of acts tells. */
export const findPayoutHolds = (ctx: Context, merchantIds: readonly string[]): Promise<PayoutHold[]> =>
  sql<PayoutHold>(ctx, HOLDS, [merchantIds])

const HOLDS = `
  select m.id as "merchantId", a.actor as "heldBy", a.occurred_at as "heldAt", a.reason
  from merchant m cross join lateral (
    select actor, occurred_at, reason from audit_entry
    where merchant_id = m.id and action = 'merchant.suspend_payouts'
    order by occurred_at desc, seq desc limit 1) a
  where m.id = any($1::uuid[]) and m.payouts_suspended`
