import { createHash } from 'node:crypto'
import { expressionBuilder } from 'kysely'
import type { Context, Tx } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'

/** The lifetime of a password link in milliseconds. */
export const PASSWORD_LINK_MS = 24 * 3_600_000

/** A link with which a person sets a new password. Only the hash of the link's token is stored. */
export interface PasswordLink {
  id: string
  staffId: string
  email: string
  name: string
  expiresAt: Date
}

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const link = expressionBuilder<Tables, 'staff_password_link'>()

/** The condition that a link was neither used nor ended. The condition ignores the expiry. */
export const PENDING = link.and([link('used_at', 'is', null), link('ended_at', 'is', null)])

/**
 * Returns the link with a token; null if the token is unknown, the link was used, ended or expired, or its person is
 * deactivated.
 */
export async function findPasswordLink(ctx: Context, token: string): Promise<PasswordLink | null> {
  const found = await db(ctx)
    .selectFrom('staff_password_link as l')
    .innerJoin('staff as p', 'p.id', 'l.staff_id')
    .select(['l.id', 'l.staff_id as staffId', 'p.email', 'p.name', 'l.expires_at as expiresAt'])
    .where('l.token_hash', '=', hashLinkToken(token))
    .where(PENDING)
    .where('l.expires_at', '>', ctx.clock.now())
    .where('p.disabled_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** Ends the pending links for the person `to`, and the pending links that the actor `by` has created. */
export async function endPasswordLinks(
  tx: Tx,
  { to, by = null }: { to: string; by?: string | null },
): Promise<void> {
  await db(tx)
    .updateTable('staff_password_link')
    .set({ ended_at: tx.clock.now() })
    .where((eb) => eb.or([eb('staff_id', '=', to), eb('offered_by', '=', by)]))
    .where(PENDING)
    .execute()
}
