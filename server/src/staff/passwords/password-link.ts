import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

/** Lifetime of a password link. */
export const PASSWORD_LINK_MS = 24 * 3_600_000

/** A link with which a person sets a new password. Only the hash of its token is stored. */
export interface PasswordLink {
  id: string
  staffId: string
  email: string
  name: string
  expiresAt: Date
}

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Neither used nor ended. Does not check the expiry. */
export const PENDING = 'used_at is null and ended_at is null'

/** Returns the link of a token; null when it is unknown, used, ended or expired, or its person is deactivated. */
export async function findPasswordLink(ctx: Context, token: string): Promise<PasswordLink | null> {
  const [row] = await sql<PasswordLink>(
    ctx,
    `select l.id, l.staff_id as "staffId", p.email, p.name, l.expires_at as "expiresAt"
     from staff_password_link l join staff p on p.id = l.staff_id
     where l.token_hash = $1 and ${PENDING} and l.expires_at > $2 and p.disabled_at is null`,
    [hashLinkToken(token), ctx.clock.now()],
  )
  return row ?? null
}

/** Ends the pending links for the person `to`, and those that the actor `by` created. */
export async function endPasswordLinks(
  tx: Tx,
  { to, by = null }: { to: string; by?: string | null },
): Promise<void> {
  await sql(
    tx,
    `update staff_password_link set ended_at = $3 where (staff_id = $1 or offered_by = $2) and ${PENDING}`,
    [to, by, tx.clock.now()],
  )
}
