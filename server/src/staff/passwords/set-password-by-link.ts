import { z } from 'zod'
import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { Faults } from '../../kernel/input/faults.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { findPasswordLink, PENDING } from './password-link.ts'
import { hashPassword } from './password.ts'
import { Password } from '../staff-fields.ts'
import { lockStaff } from '../staff.queries.ts'

const Input = z.object({ password: Password })

/**
 * Sets the password of a link's person and ends all their sessions. The person is not signed in afterwards and keeps
 * the authenticator app, so a stolen link does not pass the second factor.
 * @throws Problem not_found, reason `password_link_not_found`: the link is unknown, used, ended or expired, or its
 * person is deactivated.
 * @throws Problem validation_error for the password.
 */
export async function setPasswordByLink(ctx: AuditedContext, token: string, password: string): Promise<void> {
  // Check the token before hashing the password, so that guessed tokens do not cause this expensive work.
  const link = await findPasswordLink(ctx, token)
  if (!link) throw linkNotFound()
  const faults = new Faults()
  faults.read(Input, { password })
  faults.throwIfAny()
  const passwordHash = await hashPassword(ctx.ids, password)
  await transaction({ ...ctx, actor: `password-link:${link.id}` }, async (tx) => {
    const now = tx.clock.now()
    // Lock the row of the person before the rows of the links. `changeAccess` uses the same order, which prevents
    // deadlocks.
    const staff = await lockStaff(tx, link.staffId)
    if (staff.disabledAt !== null) throw linkNotFound()
    const { numUpdatedRows } = await db(tx)
      .updateTable('staff_password_link')
      .set({ used_at: now })
      .where('id', '=', link.id)
      .where(PENDING)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw linkNotFound()
    staff.passwordHash = passwordHash
    staff.updatedAt = now
    await tx.em.flush()
    const sessions = await endAllSessions(tx, link.staffId)
    await recordAudit(tx, {
      action: 'staff.password_set_by_link',
      target: { type: 'staff', id: link.staffId },
      after: { sessions_ended: sessions },
    })
  })
}

const linkNotFound = (): Problem => new Problem('not_found', { reason: 'password_link_not_found' })
