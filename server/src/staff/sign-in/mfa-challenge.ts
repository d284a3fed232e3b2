import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { hashToken } from '../sessions/session.ts'

/** Time limit for the second step of a sign-in. */
export const MFA_CHALLENGE_MS = 15 * 60_000

/** Records that the password was right. The token is valid only for the second step of the sign-in. */
export async function startMfaChallenge(tx: Tx, staffId: string, token: string): Promise<void> {
  const now = tx.clock.now()
  await sql(
    tx,
    'insert into staff_sign_in (token_hash, staff_id, started_at, ends_at) values ($1, $2, $3, $4)',
    [hashToken(token), staffId, now, plusMs(now, MFA_CHALLENGE_MS)],
  )
}

/**
 * Returns the id of the person whose second step is pending; null when unknown, expired, or the person is deactivated.
 */
export async function findMfaChallenge(ctx: Context, token: string): Promise<string | null> {
  const [row] = await sql<{ staff_id: string }>(
    ctx,
    `select s.staff_id from staff_sign_in s join staff p on p.id = s.staff_id
     where s.token_hash = $1 and s.ends_at > $2 and p.disabled_at is null`,
    [hashToken(token), ctx.clock.now()],
  )
  return row?.staff_id ?? null
}

/** Deletes the challenge. Returns false when a concurrent request already did. */
export async function endMfaChallenge(tx: Tx, token: string): Promise<boolean> {
  const ended = await sql(tx, 'delete from staff_sign_in where token_hash = $1 returning 1', [
    hashToken(token),
  ])
  return ended.length > 0
}
