import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { networkOf } from './client-network.ts'

/** A network counts as known for this long after the person last signed in from it. */
export const KNOWN_NETWORK_MS = 90 * 86_400_000

/**
 * Placeholder id for an unknown e-mail. The query for known networks also runs for unknown e-mails, with this id, so
 * that the response time does not reveal which e-mails are known.
 */
const NO_STAFF_ID = '00000000-0000-0000-0000-000000000000'

/** Returns whether a person has signed in from the network of `ip` within the last 90 days. */
export async function isKnownNetwork(
  ctx: Context,
  staffId: string | null,
  ip: string | null,
): Promise<boolean> {
  const found = await db(ctx)
    .selectFrom('staff_known_network')
    .select('network')
    .where('staff_id', '=', staffId ?? NO_STAFF_ID)
    .where('network', '=', networkOf(ip))
    .where('last_success_at', '>', plusMs(ctx.clock.now(), -KNOWN_NETWORK_MS))
    .executeTakeFirst()
  return found !== undefined
}

/** Records that a person has signed in from the network of `ip`. Does nothing if `ip` is not an IP address. */
export async function recordKnownNetwork(tx: Tx, staffId: string, ip: string | null): Promise<void> {
  const network = networkOf(ip)
  if (network === null) return
  const now = tx.clock.now()
  await db(tx)
    .insertInto('staff_known_network')
    .values({ staff_id: staffId, network, last_success_at: now })
    .onConflict((conflict) => conflict.columns(['staff_id', 'network']).doUpdateSet({ last_success_at: now }))
    .execute()
}
