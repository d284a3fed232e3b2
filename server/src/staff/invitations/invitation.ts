import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { StaffRole } from '../permissions.ts'

/** How long a link may wait to be used. */
export const INVITATION_MS = 48 * 3_600_000

/** A place in the console offered to somebody. The link's token is kept nowhere, only its hash. */
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
/** Neither used nor taken back; whether its time is over is another question. */
export const PENDING = 'accepted_at is null and withdrawn_at is null'

/** The invitations that wait, newest first, with those whose time is over: they can be sent anew. */
export const listInvitations = (ctx: Context): Promise<Invitation[]> =>
  sql<Invitation>(
    ctx,
    `select ${COLUMNS} from staff_invitation where ${PENDING} order by created_at desc, id desc`,
  )

/** What a link's token offers now; null when it is unknown, used, taken back or too old. */
export async function findInvitation(ctx: Context, token: string): Promise<Invitation | null> {
  const [row] = await sql<Invitation>(
    ctx,
    `select ${COLUMNS} from staff_invitation where token_hash = $1 and ${PENDING} and expires_at > $2`,
    [hashInvitationToken(token), ctx.clock.now()],
  )
  return row ?? null
}
