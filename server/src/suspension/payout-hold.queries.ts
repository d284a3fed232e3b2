import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'

/** A manual suspension of a merchant's payouts: actor, time and reason. */
export interface PayoutHold {
  merchantId: string
  /** The actor of the audit entry that recorded the suspension. */
  heldBy: string
  heldAt: Date
  reason: string
}

/**
 * Reads the current manual suspension of each of these merchants from the audit log. Omits merchants without a manual
 * suspension.
 */
export const findPayoutHolds = (ctx: Context, merchantIds: readonly string[]): Promise<PayoutHold[]> =>
  db(ctx)
    .selectFrom('merchant as m')
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('audit_entry')
        .select((entry) => ['actor', 'occurred_at', entry.ref('reason').$notNull().as('reason')])
        .whereRef('merchant_id', '=', 'm.id')
        .where('action', '=', 'merchant.suspend_payouts')
        .orderBy('occurred_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(1)
        .as('a'),
    )
    .select(['m.id as merchantId', 'a.actor as heldBy', 'a.occurred_at as heldAt', 'a.reason'])
    .where('m.id', '=', anyUuid(merchantIds))
    .where('m.payouts_suspended', '=', true)
    .execute()
