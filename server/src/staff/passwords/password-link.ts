import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

/** How long a link to another password may wait to be used. */
export const PASSWORD_LINK_MS = 24 * 3_600_000

/** A way to set another password, handed to somebody. The link's token is kept nowhere, only its hash. */
export interface PasswordLink {
  id: string
  staffId: string
  email: string
  name: string
  expiresAt: Date
}

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Neither used nor ended; whether its time is over is another question. */
export const PENDING = 'used_at is null and ended_at is null'

/** What a link's token opens now; null when it is unknown, used, ended or too old, or its person was shut out. */
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

/** Ends the links that wait for the person `to`, and those that the actor `by` has offered. */
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
