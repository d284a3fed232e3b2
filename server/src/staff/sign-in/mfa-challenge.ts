import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { hashToken } from '../sessions/session.ts'

/** Whoever gave the right password gives the rest within so long. */
export const MFA_CHALLENGE_MS = 15 * 60_000

/** Notes that the password was right, under a fresh token. It opens nothing but the second step. */
export async function startMfaChallenge(tx: Tx, staffId: string, token: string): Promise<void> {
  const now = tx.clock.now()
  await sql(
    tx,
    'insert into staff_sign_in (token_hash, staff_id, started_at, ends_at) values ($1, $2, $3, $4)',
    [hashToken(token), staffId, now, plusMs(now, MFA_CHALLENGE_MS)],
  )
}

/** Whose sign-in is half done under this token; null when none is, it is too late, or the person was shut out. */
export async function findMfaChallenge(ctx: Context, token: string): Promise<string | null> {
  const [row] = await sql<{ staff_id: string }>(
    ctx,
    `select s.staff_id from staff_sign_in s join staff p on p.id = s.staff_id
     where s.token_hash = $1 and s.ends_at > $2 and p.disabled_at is null`,
    [hashToken(token), ctx.clock.now()],
  )
  return row?.staff_id ?? null
}

/** Takes the half away; false when somebody was faster. */
export async function endMfaChallenge(tx: Tx, token: string): Promise<boolean> {
  const ended = await sql(tx, 'delete from staff_sign_in where token_hash = $1 returning 1', [
    hashToken(token),
  ])
  return ended.length > 0
}
