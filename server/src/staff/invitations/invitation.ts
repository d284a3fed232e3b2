import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { StaffRole } from '../permissions.ts'

/** Lifetime of an invitation. */
export const INVITATION_MS = 48 * 3_600_000

/** An invitation to become staff. Only the hash of its token is stored. */
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

const COLUMNS = `id, email, name, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"`
/** Neither accepted nor withdrawn. Does not check the expiry. */
export const PENDING = 'accepted_at is null and withdrawn_at is null'

/** Returns the pending and the expired invitations, newest first. An expired one can be sent again. */
export const listInvitations = (ctx: Context): Promise<Invitation[]> =>
  sql<Invitation>(
    ctx,
    `select ${COLUMNS} from staff_invitation where ${PENDING} order by created_at desc, id desc`,
  )

/** Returns the invitation of a token; null when it is unknown, used, withdrawn or expired. */
export async function findInvitation(ctx: Context, token: string): Promise<Invitation | null> {
  const [row] = await sql<Invitation>(
    ctx,
    `select ${COLUMNS} from staff_invitation where token_hash = $1 and ${PENDING} and expires_at > $2`,
    [hashInvitationToken(token), ctx.clock.now()],
  )
  return row ?? null
}
