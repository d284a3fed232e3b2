import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction, violatedConstraint, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { lockName } from '../../kernel/database/advisory-lock.ts'
import { db } from '../../kernel/database/tables.ts'
import { addStaff } from '../add-staff.ts'
import { endStaffLinks } from '../access/change-access.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import type { Identity } from './identity.ts'
import type { StaffRole } from '../permissions.ts'
import { Staff } from '../staff.entity.ts'
import { StaffIdentity } from './staff-identity.entity.ts'

const ACTOR = 'identity-provider'

/** Returns the person to whom an identity is linked; null if there is none. */
export async function findStaffByIdentity(
  ctx: Context,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Staff | null> {
  const linked = await db(ctx)
    .selectFrom('staff_identity')
    .select('staff_id as staffId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return linked ? ctx.em.findOne(Staff, { id: linked.staffId }) : null
}

/**
 * Creates or updates the person of an identity (just-in-time provisioning). E-mail, name and role come from the
 * provider. Finds the person by the provider's subject and never by e-mail, because an address can pass to another
 * person. A role change ends the sessions of the person, and the invitations and password links that `endStaffLinks`
 * ends.
 * @throws Problem forbidden, reason `no_role`, `no_verified_email` or `deactivated`.
 * @throws Problem forbidden, reason `account_not_linked`: an account of the console already has the e-mail, and no
 * operator has linked this account to the identity.
 */
export async function provisionStaff(ctx: AuditedContext, identity: Identity): Promise<Staff> {
  const { role, email, name, issuer, subject } = identity
  if (role === null) throw refusal('no_role')
  if (email === null) throw refusal('no_verified_email')
  try {
    return await transaction({ ...ctx, actor: ACTOR }, async (tx) => {
      // Take an advisory lock, so that two concurrent first sign-ins of one identity do not create two people.
      await lockName(tx, `${issuer}\n${subject}`)
      const linked = await findStaffByIdentity(tx, identity)
      return linked
        ? await updateStaff(tx, linked, { email, name, role })
        : await createLinkedStaff(tx, identity, { email, name, role })
    })
  } catch (error) {
    const isTaken = error instanceof Problem && error.details.reason === 'email_in_use'
    if (isTaken || violatedConstraint(error) === 'staff_email') throw refusal('account_not_linked')
    throw error
  }
}

/** The fields of a person that the provider's claims determine. */
interface Profile {
  email: string
  name: string
  role: StaffRole
}

async function createLinkedStaff(tx: Tx, { issuer, subject }: Identity, profile: Profile): Promise<Staff> {
  const staff = await addStaff(tx, { ...profile, passwordHash: null }, 'staff.taken_in_by_provider')
  const link = { issuer, subject, linkedAt: tx.clock.now(), linkedBy: ACTOR }
  tx.em.create(StaffIdentity, { staffId: staff.id, ...link })
  await tx.em.flush()
  return staff
}

async function updateStaff(tx: Tx, staff: Staff, profile: Profile): Promise<Staff> {
  if (staff.disabledAt !== null) throw refusal('deactivated')
  const before = { email: staff.email, name: staff.name, role: staff.role }
  const isSame =
    before.email === profile.email && before.name === profile.name && before.role === profile.role
  if (isSame) return staff
  Object.assign(staff, profile, { updatedAt: tx.clock.now() })
  await tx.em.flush()
  if (before.role !== profile.role) {
    await endAllSessions(tx, staff.id)
    await endStaffLinks(tx, staff.id)
  }
  await recordAudit(tx, {
    action: 'staff.changed_by_provider',
    target: { type: 'staff', id: staff.id },
    before,
    after: { ...profile },
  })
  return staff
}

const refusal = (reason: string): Problem => new Problem('forbidden', { reason })
