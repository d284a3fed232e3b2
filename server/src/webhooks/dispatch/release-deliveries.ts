import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** Releases claimed deliveries whose attempts did not finish, so that another dispatcher can claim them at once. */
export async function releaseDeliveries(ctx: Context, claimed: readonly ClaimedDelivery[]): Promise<void> {
  if (claimed.length === 0) return
  await sql(
    ctx,
    `update webhook_delivery d set status = 'pending', next_attempt_at = $3, claim_id = null, lease_until = null,
       attempts = d.attempts - 1, scheduled_attempts = d.scheduled_attempts - case d.trigger when 'auto' then 1 else 0 end
     from unnest($1::uuid[], $2::uuid[]) as claim (id, claim_id)
     where d.id = claim.id and d.claim_id = claim.claim_id and d.status = 'sending'`,
    [claimed.map(({ id }) => id), claimed.map((delivery) => delivery.claim_id), ctx.clock.now()],
  )
}
