import { recordAudit } from '../../audit/record-audit.ts'
import { Faults } from '../../kernel/input/faults.ts'
import { plusMs } from '../../kernel/clock.ts'
import { transaction, violatedConstraint, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { StaffInvitation } from './staff-invitation.entity.ts'
import { hashInvitationToken, INVITATION_MS, PENDING, type Invitation } from './invitation.ts'
import type { StaffRole } from '../permissions.ts'
import { generateToken } from '../sessions/session.ts'
import { findStaffByEmail } from '../staff.queries.ts'
import { StaffFields } from '../staff-fields.ts'

export interface InviteStaff {
  email: string
  /** The name of the invited person, 1 to 120 characters. */
  name: string
  role: StaffRole
}

/**
 * Creates an invitation and withdraws an earlier invitation to the same e-mail. Returns the token for the link. The
 * database contains only a hash of the token. The link works once, within 48 hours. The person who invites passes the
 * link on.
 * @throws Problem validation_error naming the fields.
 * @throws Problem conflict, reason `email_in_use`.
 */
export async function inviteStaff(
  ctx: Context,
  input: InviteStaff,
): Promise<{ invitation: Invitation; token: string }> {
  const faults = new Faults()
  const read = faults.read(StaffFields, input)
  faults.throwIfAny()
  if (!read) throw new Error('BUG: inviteStaff: validation failed but reported no field')
  const fields = read.value
  if (await findStaffByEmail(ctx, fields.email)) throw new Problem('conflict', { reason: 'email_in_use' })
  const token = generateToken(ctx.ids)
  try {
    return { invitation: await transaction(ctx, (tx) => insert(tx, fields, token)), token }
  } catch (error) {
    // A concurrent request has created an invitation to the same e-mail first.
    if (violatedConstraint(error) === 'staff_invitation_email')
      throw new Problem('conflict', { reason: 'email_in_use' })
    throw error
  }
}

async function insert(tx: Tx, fields: InviteStaff, token: string): Promise<Invitation> {
  const createdAt = tx.clock.now()
  const invitation: Invitation = {
    id: tx.ids.uuid(createdAt),
    ...fields,
    invitedBy: tx.actor,
    createdAt,
    expiresAt: plusMs(createdAt, INVITATION_MS),
  }
  const { id, email, name, role, expiresAt } = invitation
  await db(tx)
    .updateTable('staff_invitation')
    .set({ withdrawn_at: createdAt })
    .where('email', '=', email)
    .where(PENDING)
    .execute()
  const tokenHash = hashInvitationToken(token)
  tx.em.create(StaffInvitation, { ...invitation, tokenHash, acceptedAt: null, withdrawnAt: null })
  await tx.em.flush()
  await recordAudit(tx, {
    action: 'staff.invite',
    target: { type: 'staff_invitation', id },
    after: { email, name, role, expires_at: expiresAt.toISOString() },
  })
  return invitation
}
