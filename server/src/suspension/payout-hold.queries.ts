import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'

/** A manual suspension of a merchant's payouts: actor, time and reason. */
export interface PayoutHold {
  merchantId: string
  /** The actor of the audit entry. */
  heldBy: string
  heldAt: Date
  reason: string
}

/** Returns the manual suspensions of these merchants from the audit record. Omits merchants without one. */
export const findPayoutHolds = (ctx: Context, merchantIds: readonly string[]): Promise<PayoutHold[]> =>
  sql<PayoutHold>(ctx, HOLDS, [merchantIds])

const HOLDS = `
  select m.id as "merchantId", a.actor as "heldBy", a.occurred_at as "heldAt", a.reason
  from merchant m cross join lateral (
    select actor, occurred_at, reason from audit_entry
    where merchant_id = m.id and action = 'merchant.suspend_payouts'
    order by occurred_at desc, seq desc limit 1) a
  where m.id = any($1::uuid[]) and m.payouts_suspended`
