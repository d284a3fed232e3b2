import { plusMs } from '../kernel/clock.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { findDueLanes, lockLanes, takeDeliveries, type ClaimedRow } from './claim-deliveries.sql.ts'

/** Far above the 5 s of an attempt: a lease that ends while its attempt runs would send the event twice. */
export const LEASE_MS = 30_000

/** Parallel attempts for one merchant, over all of its endpoints. */
export const MERCHANT_IN_FLIGHT_MAX = 16

const LANES_MAX = 32
const SUSPECT_FROM_FAILURES = 5

/** A delivery that this engine, and no other, may attempt until the lease ends. */
export type ClaimedDelivery = ClaimedRow

/**
 * Claims up to `room` due deliveries, in turn over the endpoints that have any, so that none waits behind another's
 * backlog. Never more in flight for an endpoint than it allows, counted over all engines.
 */
export async function claimDeliveries(ctx: Context, room: number): Promise<ClaimedDelivery[]> {
  const due = await findDueLanes(ctx, ctx.clock.now())
  if (due.length === 0) return []
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const lanes = await lockLanes(tx, due, { now, max: LANES_MAX })
    if (lanes.length === 0) return []
    return takeDeliveries(tx, lanes, {
      now,
      room,
      claimId: tx.ids.uuid(now),
      leaseUntil: plusMs(now, LEASE_MS),
      merchantInFlightMax: MERCHANT_IN_FLIGHT_MAX,
      suspectFrom: SUSPECT_FROM_FAILURES,
    })
  })
}
