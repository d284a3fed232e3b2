import { recordAudit } from '../audit/record-audit.ts'
import { violatedConstraint, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { Staff } from './staff.entity.ts'

/**
 * Inserts a person and records `action` in the audit log. `passwordHash` is null for a person who signs in only at
 * the identity provider.
 * @throws Problem conflict, reason `email_in_use`.
 */
export async function addStaff(
  tx: Tx,
  fields: Pick<Staff, 'email' | 'name' | 'role' | 'passwordHash'>,
  action: string,
): Promise<Staff> {
  const now = tx.clock.now()
  const id = tx.ids.uuid(now)
  const staff = tx.em.create(Staff, {
    id,
    ...fields,
    disabledAt: null,
    lastSeenAt: null,
    createdAt: now,
    updatedAt: now,
  })
  try {
    await tx.em.flush()
  } catch (error) {
    if (violatedConstraint(error) === 'staff_email') throw new Problem('conflict', { reason: 'email_in_use' })
    throw error
  }
  await recordAudit(tx, {
    action,
    target: { type: 'staff', id },
    after: { email: fields.email, name: fields.name, role: fields.role },
  })
  return staff
}
