import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { KNOWN_NETWORK_MS } from './known-network.ts'
import { ACCOUNT_WINDOW_MS } from './throttle.ts'

/**
 * Deletes expired sessions and pending sign-ins, attempts outside their window, and expired known networks. Deletes at
 * most `limit` rows of each table. Returns how many rows it deleted.
 */
export async function purgeSignIns(ctx: Context, limit: number): Promise<number> {
  const now = ctx.clock.now()
  const sessions = await sql(
    ctx,
    `delete from staff_session where token_hash in
       (select token_hash from staff_session where ends_at <= $1 order by ends_at limit $2) returning 1`,
    [now, limit],
  )
  const challenges = await sql(
    ctx,
    `delete from staff_sign_in where token_hash in
       (select token_hash from staff_sign_in where ends_at <= $1 order by ends_at limit $2) returning 1`,
    [now, limit],
  )
  const providerSignIns = await sql(
    ctx,
    `delete from staff_provider_sign_in where token_hash in
       (select token_hash from staff_provider_sign_in where ends_at <= $1 order by ends_at limit $2) returning 1`,
    [now, limit],
  )
  const attempts = await sql(
    ctx,
    `delete from sign_in_throttle where last_attempt_at <= $1 and subject in
       (select subject from sign_in_throttle where last_attempt_at <= $1 order by last_attempt_at limit $2) returning 1`,
    [plusMs(now, -ACCOUNT_WINDOW_MS), limit],
  )
  const networks = await sql(
    ctx,
    `delete from staff_known_network where last_success_at <= $1 and (staff_id, network) in
       (select staff_id, network from staff_known_network where last_success_at <= $1 order by last_success_at limit $2)
     returning 1`,
    [plusMs(now, -KNOWN_NETWORK_MS), limit],
  )
  return sessions.length + challenges.length + providerSignIns.length + attempts.length + networks.length
}
