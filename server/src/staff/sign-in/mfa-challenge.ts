import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { hashToken } from '../sessions/session.ts'
import { StaffSignIn } from './staff-sign-in.entity.ts'

/** The time limit for the second step of a sign-in, in milliseconds. */
export const MFA_CHALLENGE_MS = 15 * 60_000

/**
 * Records that the person has entered the right password. After this call, `token` is valid only for the second step of
 * the sign-in.
 */
export async function startMfaChallenge(tx: Tx, staffId: string, token: string): Promise<void> {
  const now = tx.clock.now()
  const endsAt = plusMs(now, MFA_CHALLENGE_MS)
  tx.em.create(StaffSignIn, { tokenHash: hashToken(token), staffId, startedAt: now, endsAt })
  await tx.em.flush()
}

/**
 * Returns the id of the person whose second step is pending. Returns null if the token is unknown or expired, or if the
 * person is deactivated.
 */
export async function findMfaChallenge(ctx: Context, token: string): Promise<string | null> {
  const pending = await db(ctx)
    .selectFrom('staff_sign_in as s')
    .innerJoin('staff as p', 'p.id', 's.staff_id')
    .select('s.staff_id as staffId')
    .where('s.token_hash', '=', hashToken(token))
    .where('s.ends_at', '>', ctx.clock.now())
    .where('p.disabled_at', 'is', null)
    .executeTakeFirst()
  return pending?.staffId ?? null
}

/**
 * Deletes the challenge. Returns false if the challenge does not exist, for example because a concurrent request has
 * deleted it.
 */
export async function endMfaChallenge(tx: Tx, token: string): Promise<boolean> {
  const { numDeletedRows } = await db(tx)
    .deleteFrom('staff_sign_in')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
