import type { Context } from '../../kernel/context.ts'
import { preparedQuery, type Given } from '../../kernel/database/prepared-query.ts'
import type { ClaimedDelivery } from './claim-deliveries.sql.ts'
import { claimTable, columnsOf, type Claims } from './lock-claimed.ts'

/**
 * Releases claimed deliveries whose attempts did not finish, so that another dispatcher can claim them immediately.
 */
export async function releaseDeliveries(ctx: Context, claimed: readonly ClaimedDelivery[]): Promise<void> {
  if (claimed.length === 0) return
  await release(ctx, { ...columnsOf(claimed), now: ctx.clock.now() })
}

const release = preparedQuery((compiler, given: Given<Claims & { now: Date }>) =>
  compiler
    .updateTable('webhook_delivery as d')
    .from(claimTable(given('ids'), given('claimIds')))
    .set((delivery) => ({
      status: 'pending',
      next_attempt_at: given('now'),
      claim_id: null,
      lease_until: null,
      attempts: delivery('d.attempts', '-', 1),
      scheduled_attempts: delivery
        .case()
        .when('d.trigger', '=', 'auto')
        .then(delivery('d.scheduled_attempts', '-', 1))
        .else(delivery.ref('d.scheduled_attempts'))
        .end(),
    }))
    .whereRef('d.id', '=', 'claim.id')
    .whereRef('d.claim_id', '=', 'claim.claim_id')
    .where('d.status', '=', 'sending'),
)
