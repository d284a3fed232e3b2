import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { SUSPENSIONS } from '../merchants/suspension-reasons.ts'
import type { Faults } from './faults.ts'
import type { SimWorld } from './sim-world.ts'

/** Retention of events. */
const EVENTS_KEPT_MS = 90 * 86_400_000

/**
 * Checks that events pair up: a merchant with suspended payouts has one more `payouts.suspended` than
 * `payouts.resumed`, any other merchant as many of both.
 */
export async function checkSuspensions(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ id: string; suspended: bigint; resumed: bigint; is_suspended: boolean }>(
    world.safeContext(),
    `select m.id, count(*) filter (where e.type = 'payouts.suspended') as suspended,
       count(*) filter (where e.type = 'payouts.resumed') as resumed,
       exists (select from (${SUSPENSIONS}) s where s.merchant_id = m.id) as is_suspended
     from merchant m left join webhook_event e on e.merchant_id = m.id
     where m.id = any ($1::uuid[]) and m.created_at > $2 group by m.id`,
    [world.merchantIds, plusMs(world.clock.now(), -EVENTS_KEPT_MS)],
  )
  return rows
    .filter((row) => row.suspended - row.resumed !== (row.is_suspended ? 1n : 0n))
    .map(
      ({ id, suspended, resumed, is_suspended: is }) =>
        `merchant ${id}: ${suspended} payouts.suspended, ${resumed} payouts.resumed, ${is ? '' : 'not '}suspended`,
    )
}
