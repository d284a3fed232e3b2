import { recordAudit } from '../../audit/record-audit.ts'
import type { AuditValues } from '../../audit/redact.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { PENDING } from '../invitations/invitation.ts'
import { endPasswordLinks } from '../passwords/password-link.ts'
import { Staff } from '../staff.entity.ts'
import { readReason } from '../staff-fields.ts'

/** What a change makes of a person's access; null when it is that already. */
export interface AccessChange {
  action: string
  set: Partial<Pick<Staff, 'role' | 'disabledAt'>>
  before: AuditValues
  after: AuditValues
}

/**
 * Changes what a person may do, for a reason that goes on the record. Their sessions and the links that they
 * had handed out or were to use end with it, in the same transaction. Nothing happens when nothing would change.
 * @throws Problem validation_error without a reason; not_found, reason `staff_not_found`; conflict, reason
 *   `last_admin` when nobody would be left to administrate.
 */
export async function changeAccess(
  ctx: Context,
  staffId: string,
  reason: string,
  change: (staff: Staff, now: Date) => AccessChange | null,
): Promise<Staff> {
  const why = readReason(reason)
  return transaction(ctx, async (tx) => {
    const admins = await lockAdmins(tx)
    const staff = isUuid(staffId) ? await tx.em.findOne(Staff, { id: staffId }) : null
    if (!staff) throw new Problem('not_found', { reason: 'staff_not_found' })
    const changed = change(staff, tx.clock.now())
    if (!changed) return staff
    Object.assign(staff, changed.set, { updatedAt: tx.clock.now() })
    const stays = staff.role === 'admin' && staff.disabledAt === null
    if (!stays && admins.every((id) => id === staffId) && admins.length > 0)
      throw new Problem('conflict', { reason: 'last_admin' })
    await tx.em.flush()
    const sessions = await endAllSessions(tx, staffId)
    await endStaffLinks(tx, staffId)
    await recordAudit(tx, {
      action: changed.action,
      target: { type: 'staff', id: staffId },
      reason: why,
      before: changed.before,
      after: { ...changed.after, sessions_ended: sessions },
    })
    return staff
  })
}

/** Two administrators who shut each other out at once must not both succeed: the second finds itself the last. */
async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    tx,
    `select id from staff where role = 'admin' and disabled_at is null order by id for no key update`,
  )
  return rows.map(({ id }) => id)
}

/** Links that a person has handed out, or was to use, and that nobody has used yet end with what they were allowed. */
export async function endStaffLinks(tx: Tx, staffId: string): Promise<void> {
  const by = `staff:${staffId}`
  await sql(tx, `update staff_invitation set withdrawn_at = $2 where invited_by = $1 and ${PENDING}`, [
    by,
    tx.clock.now(),
  ])
  await endPasswordLinks(tx, { to: staffId, by })
}
