import { createHash } from 'node:crypto'
import { expressionBuilder } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import type { StaffRole } from '../permissions.ts'

/** The lifetime of an invitation in milliseconds. */
export const INVITATION_MS = 48 * 3_600_000

/** An invitation to become staff. The database contains only the hash of the token of an invitation. */
export interface Invitation {
  id: string
  email: string
  name: string
  role: StaffRole
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

export const hashInvitationToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const COLUMNS = [
  'id',
  'email',
  'name',
  'role',
  'invited_by as invitedBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

const invitation = expressionBuilder<Tables, 'staff_invitation'>()

/** The condition that an invitation was neither accepted nor withdrawn. The condition ignores the expiry. */
export const PENDING = invitation.and([
  invitation('accepted_at', 'is', null),
  invitation('withdrawn_at', 'is', null),
])

/** Returns the pending and the expired invitations, newest first. An expired invitation can be sent again. */
export const listInvitations = (ctx: Context): Promise<Invitation[]> =>
  db(ctx)
    .selectFrom('staff_invitation')
    .select(COLUMNS)
    .where(PENDING)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/**
 * Returns the invitation with a token; null if the token is unknown or the invitation was used, withdrawn or expired.
 */
export async function findInvitation(ctx: Context, token: string): Promise<Invitation | null> {
  const found = await db(ctx)
    .selectFrom('staff_invitation')
    .select(COLUMNS)
    .where('token_hash', '=', hashInvitationToken(token))
    .where(PENDING)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  return found ?? null
}
