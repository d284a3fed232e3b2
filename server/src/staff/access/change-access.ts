import { recordAudit } from '../../audit/record-audit.ts'
import type { AuditValues } from '../../audit/redact.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { PENDING } from '../invitations/invitation.ts'
import { endPasswordLinks } from '../passwords/password-link.ts'
import { Staff } from '../staff.entity.ts'
import { readReason } from '../staff-fields.ts'

/** A change of a person's access, with the values that the audit entry records. */
export interface AccessChange {
  action: string
  set: Partial<Pick<Staff, 'role' | 'disabledAt'>>
  before: AuditValues
  after: AuditValues
}

/**
 * Changes a person's role or active state and records the reason in the audit log. In the same transaction, ends their
 * sessions, the invitations that they created, and the password links that they created or received. Does nothing if
 * `change` returns null, which means that there is nothing to change.
 * @throws Problem validation_error without a reason.
 * @throws Problem not_found, reason `staff_not_found`.
 * @throws Problem conflict, reason `last_admin` when no active administrator would be left.
 */
export async function changeAccess(
  ctx: Context,
  staffId: string,
  reason: string,
  change: (staff: Staff, now: Date) => AccessChange | null,
): Promise<Staff> {
  const auditReason = readReason(reason)
  return transaction(ctx, async (tx) => {
    const admins = await lockAdmins(tx)
    const staff = isUuid(staffId) ? await tx.em.findOne(Staff, { id: staffId }) : null
    if (!staff) throw new Problem('not_found', { reason: 'staff_not_found' })
    const accessChange = change(staff, tx.clock.now())
    if (!accessChange) return staff
    Object.assign(staff, accessChange.set, { updatedAt: tx.clock.now() })
    const isActiveAdmin = staff.role === 'admin' && staff.disabledAt === null
    if (!isActiveAdmin && admins.every((id) => id === staffId) && admins.length > 0)
      throw new Problem('conflict', { reason: 'last_admin' })
    await tx.em.flush()
    const sessions = await endAllSessions(tx, staffId)
    await endStaffLinks(tx, staffId)
    await recordAudit(tx, {
      action: accessChange.action,
      target: { type: 'staff', id: staffId },
      reason: auditReason,
      before: accessChange.before,
      after: { ...accessChange.after, sessions_ended: sessions },
    })
    return staff
  })
}

/**
 * Locks the rows of the active administrators, so that two administrators cannot deactivate or demote each other at the
 * same time. Returns their ids.
 */
async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends the unused invitations that a person created, and the unused password links that they created or received. */
export async function endStaffLinks(tx: Tx, staffId: string): Promise<void> {
  const by = `staff:${staffId}`
  await db(tx)
    .updateTable('staff_invitation')
    .set({ withdrawn_at: tx.clock.now() })
    .where('invited_by', '=', by)
    .where(PENDING)
    .execute()
  await endPasswordLinks(tx, { to: staffId, by })
}
