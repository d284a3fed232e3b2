import type { AuditedContext } from '../../audit/record-audit.ts'
import { Faults } from '../../kernel/input/faults.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { z } from 'zod'
import { addStaff } from '../add-staff.ts'
import { findInvitation, PENDING } from './invitation.ts'
import { hashPassword } from '../passwords/password.ts'
import type { Staff } from '../staff.entity.ts'
import { Password } from '../staff-fields.ts'

const Input = z.object({ password: Password })

/**
 * Accepts an invitation: creates the person with the chosen password. Does not sign the person in, so the first sign-in
 * has all steps that the role requires.
 * @throws Problem not_found, reason `invitation_not_found`: the invitation is unknown, used, withdrawn or expired.
 * @throws Problem validation_error for the password.
 * @throws Problem conflict, reason `email_in_use`.
 */
export async function acceptInvitation(ctx: AuditedContext, token: string, password: string): Promise<Staff> {
  // Check the token before hashing the password, so that guessed tokens do not cause this expensive work.
  const invitation = await findInvitation(ctx, token)
  if (!invitation) throw invitationNotFound()
  const faults = new Faults()
  faults.read(Input, { password })
  faults.throwIfAny()
  const passwordHash = await hashPassword(ctx.ids, password)
  return transaction({ ...ctx, actor: `invitation:${invitation.id}` }, async (tx) => {
    const now = tx.clock.now()
    const { numUpdatedRows } = await db(tx)
      .updateTable('staff_invitation')
      .set({ accepted_at: now })
      .where('id', '=', invitation.id)
      .where(PENDING)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw invitationNotFound()
    const { email, name, role } = invitation
    return addStaff(tx, { email, name, role, passwordHash }, 'staff.accept_invitation')
  })
}

const invitationNotFound = (): Problem => new Problem('not_found', { reason: 'invitation_not_found' })
