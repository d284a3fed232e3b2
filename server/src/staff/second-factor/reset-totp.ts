import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { endSessionsExcept } from '../sessions/session.ts'
import { readReason } from '../staff-fields.ts'
import { findStaff } from '../staff.queries.ts'

/**
 * Removes the authenticator app and the recovery codes of a person who lost their app, and ends the sessions of the
 * person. If the role requires an app, the person enrols a new one at the next sign-in. People cannot reset their own
 * app, because a thief of a session could then remove it.
 * @throws Problem not_found, reason `staff_not_found`.
 * @throws Problem forbidden, reason `own_account`.
 * @throws Problem validation_error, field `reason`.
 */
export async function resetTotp(ctx: AuditedContext, staffId: string, givenReason: string): Promise<void> {
  const reason = readReason(givenReason)
  if (!isUuid(staffId) || !(await findStaff(ctx, staffId)))
    throw new Problem('not_found', { reason: 'staff_not_found' })
  if (ctx.actor === `staff:${staffId.toLowerCase()}`)
    throw new Problem('forbidden', { reason: 'own_account' })
  await transaction(ctx, async (tx) => {
    await db(tx).deleteFrom('staff_totp').where('staff_id', '=', staffId).execute()
    await deleteRecoveryCodes(tx, staffId)
    await endSessionsExcept(tx, staffId)
    await recordAudit(tx, { action: 'staff.totp_reset', target: { type: 'staff', id: staffId }, reason })
  })
}
