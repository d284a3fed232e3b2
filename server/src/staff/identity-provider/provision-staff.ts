import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction, violatedConstraint, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { addStaff } from '../add-staff.ts'
import { endStaffLinks } from '../access/change-access.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import type { Identity } from './identity.ts'
import type { StaffRole } from '../permissions.ts'
import { Staff } from '../staff.entity.ts'

const ACTOR = 'identity-provider'

/** Whose identity it is; null when it was never linked to a person. */
export async function findStaffByIdentity(
  ctx: Context,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Staff | null> {
  const [linked] = await sql<{ staff_id: string }>(
    ctx,
    'select staff_id from staff_identity where issuer = $1 and subject = $2',
    [issuer, subject],
  )
  return linked ? ctx.em.findOne(Staff, { id: linked.staff_id }) : null
}

/**
 * The person of the console whom the provider knows, as the provider knows them now: e-mail, name and role are its
 * word. Who was never here is taken in. A person who is here is theirs by the provider's own name of them, never by
 * an e-mail address, which may pass from one to another. A role that changed ends the sessions that the old one had.
 * @throws Problem forbidden, reason `no_role`, `no_verified_email`, `deactivated`, or `account_not_linked`: the e-mail
 *   is that of somebody else here, or of the same person before an operator has linked the two.
 */
export async function provisionStaff(ctx: AuditedContext, identity: Identity): Promise<Staff> {
  const { role, email, name, issuer, subject } = identity
  if (role === null) throw refusal('no_role')
  if (email === null) throw refusal('no_verified_email')
  try {
    return await transaction({ ...ctx, actor: ACTOR }, async (tx) => {
      // One person coming in by two windows at once, for the first time, is one person.
      await sql(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${issuer}\n${subject}`])
      const known = await findStaffByIdentity(tx, identity)
      return known
        ? await update(tx, known, { email, name, role })
        : await takeIn(tx, identity, { email, name, role })
    })
  } catch (error) {
    const isTaken = error instanceof Problem && error.details.reason === 'email_in_use'
    if (isTaken || violatedConstraint(error) === 'staff_email') throw refusal('account_not_linked')
    throw error
  }
}

interface Known {
  email: string
  name: string
  role: StaffRole
}

async function takeIn(tx: Tx, { issuer, subject }: Identity, known: Known): Promise<Staff> {
  const staff = await addStaff(tx, { ...known, passwordHash: null }, 'staff.taken_in_by_provider')
  await sql(
    tx,
    `insert into staff_identity (staff_id, issuer, subject, linked_at, linked_by) values ($1, $2, $3, $4, $5)`,
    [staff.id, issuer, subject, tx.clock.now(), ACTOR],
  )
  return staff
}

async function update(tx: Tx, staff: Staff, known: Known): Promise<Staff> {
  if (staff.disabledAt !== null) throw refusal('deactivated')
  const before = { email: staff.email, name: staff.name, role: staff.role }
  const isSame = before.email === known.email && before.name === known.name && before.role === known.role
  if (isSame) return staff
  Object.assign(staff, known, { updatedAt: tx.clock.now() })
  await tx.em.flush()
  if (before.role !== known.role) {
    await endAllSessions(tx, staff.id)
    await endStaffLinks(tx, staff.id)
  }
  await recordAudit(tx, {
    action: 'staff.changed_by_provider',
    target: { type: 'staff', id: staff.id },
    before,
    after: { ...known },
  })
  return staff
}

const refusal = (reason: string): Problem => new Problem('forbidden', { reason })
