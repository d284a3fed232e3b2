import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { MERCHANT_IN_FLIGHT_MAX } from '../endpoints/endpoint.entity.ts'
import { claimRows, type ClaimedRow } from './claim-deliveries.sql.ts'

/** Far above the 5 s of an attempt: a lease that ends while its attempt runs would send the event twice. */
export const LEASE_MS = 30_000

const ENDPOINTS_PER_CLAIM_MAX = 32
const SUSPECT_FROM_FAILURES = 5

/** A delivery that this engine, and no other, may attempt until the lease ends. */
export type ClaimedDelivery = ClaimedRow

/**
 * Claims up to `limit` due deliveries, at most `unhealthyLimit` of them of endpoints whose last finished attempt did not
 * succeed. Takes turns over the endpoints, so that none waits behind another's backlog. Never exceeds what an endpoint
 * allows in flight, counted over all engines.
 */
export async function claimDeliveries(
  ctx: Context,
  limit: number,
  unhealthyLimit = limit,
): Promise<ClaimedDelivery[]> {
  const now = ctx.clock.now()
  return claimRows(ctx, {
    now,
    limit,
    unhealthyLimit,
    claimId: ctx.ids.uuid(now),
    leaseUntil: plusMs(now, LEASE_MS),
    merchantInFlightMax: MERCHANT_IN_FLIGHT_MAX,
    suspectFrom: SUSPECT_FROM_FAILURES,
    endpointsMax: ENDPOINTS_PER_CLAIM_MAX,
  })
}
