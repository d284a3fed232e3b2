import { plusMs } from '../kernel/clock.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import { ALL_SUSPENSIONS } from '../merchants/suspension-reasons.ts'
import type { Faults } from './faults.ts'
import type { SimWorld } from './sim-world.ts'

/** How long the service keeps events, in milliseconds. */
const EVENTS_KEPT_MS = 90 * 86_400_000

/**
 * Checks the number of suspension events: a merchant whose payouts are suspended has one more `payouts.suspended` than
 * `payouts.resumed`. Any other merchant has as many events of the one type as of the other. Leaves out merchants that
 * are older than EVENTS_KEPT_MS.
 */
export async function checkSuspensions(world: SimWorld): Promise<Faults> {
  const rows = await db(world.safeContext())
    .selectFrom('merchant as m')
    .leftJoin('webhook_event as e', 'e.merchant_id', 'm.id')
    .select((merchant) => {
      const events = merchant.fn.countAll<bigint>()
      const reasons = merchant
        .selectFrom(ALL_SUSPENSIONS.as('reason'))
        .select('reason.code')
        .whereRef('reason.merchantId', '=', 'm.id')
      return [
        'm.id',
        events.filterWhere('e.type', '=', 'payouts.suspended').as('suspended'),
        events.filterWhere('e.type', '=', 'payouts.resumed').as('resumed'),
        merchant.exists(reasons).as('isSuspended'),
      ]
    })
    .where('m.id', '=', anyUuid(world.merchantIds))
    .where('m.created_at', '>', plusMs(world.clock.now(), -EVENTS_KEPT_MS))
    .groupBy('m.id')
    .execute()
  return rows
    .filter((row) => row.suspended - row.resumed !== (row.isSuspended ? 1n : 0n))
    .map(
      ({ id, suspended, resumed, isSuspended }) =>
        `merchant ${id}: ${suspended} payouts.suspended, ${resumed} payouts.resumed, ${isSuspended ? '' : 'not '}suspended`,
    )
}
