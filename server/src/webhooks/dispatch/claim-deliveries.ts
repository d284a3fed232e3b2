import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { MERCHANT_IN_FLIGHT_MAX } from '../endpoints/endpoint.entity.ts'
import { claimRows, type ClaimedDelivery } from './claim-deliveries.sql.ts'

/**
 * The duration of the lease of a claimed delivery, in milliseconds. The lease is twice the time limit of an attempt,
 * which is 5 s. If the lease expired during the attempt, another dispatcher would send the event again.
 */
export const LEASE_MS = 10_000

const ENDPOINTS_PER_CLAIM_MAX = 32
const SUSPECT_FROM_FAILURES = 5

/**
 * Claims up to `limit` due deliveries. At most `unhealthyLimit` of the claimed deliveries are for unhealthy endpoints:
 * endpoints whose last finished attempt failed, and endpoints without a finished attempt. Takes deliveries of the
 * endpoints in turn, so that the backlog of one endpoint does not delay another endpoint. Never exceeds the in-flight
 * limit of an endpoint, counted over all dispatchers.
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
