import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { networkOf } from './client-network.ts'

/** How long a network is known after the last sign-in of the person from it. */
export const KNOWN_NETWORK_MS = 90 * 86_400_000

/** Placeholder id for an unknown e-mail. The same query runs and finds nothing, so the timing does not differ. */
const NO_STAFF_ID = '00000000-0000-0000-0000-000000000000'

/** Whether a person has signed in from the network of `ip` within the last 90 days. */
export async function isKnownNetwork(
  ctx: Context,
  staffId: string | null,
  ip: string | null,
): Promise<boolean> {
  const found = await sql(
    ctx,
    'select 1 from staff_known_network where staff_id = $1 and network = $2::text::cidr and last_success_at > $3',
    [staffId ?? NO_STAFF_ID, networkOf(ip), plusMs(ctx.clock.now(), -KNOWN_NETWORK_MS)],
  )
  return found.length > 0
}

/** Records that a person has signed in from the network of `ip`. Does nothing when `ip` is not an address. */
export async function recordKnownNetwork(tx: Tx, staffId: string, ip: string | null): Promise<void> {
  const network = networkOf(ip)
  if (network === null) return
  await sql(
    tx,
    `insert into staff_known_network (staff_id, network, last_success_at) values ($1, $2::text::cidr, $3)
     on conflict (staff_id, network) do update set last_success_at = excluded.last_success_at`,
    [staffId, network, tx.clock.now()],
  )
}
