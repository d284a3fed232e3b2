import { recordAudit } from '../../audit/record-audit.ts'
import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { endPasswordLinks, hashLinkToken, PASSWORD_LINK_MS } from './password-link.ts'
import type { StaffRole } from '../permissions.ts'
import { generateToken } from '../sessions/session.ts'
import { readReason } from '../staff-fields.ts'

export interface OfferPassword {
  staffId: string
  /** 1 to 500 characters, for the audit record. */
  reason: string
  /** Only administrators may sign in with a password. */
  adminsOnly: boolean
}

/**
 * Creates a link with which a person sets a new password, and ends an earlier link. Returns the token for the link. The
 * token is not stored, works once and for 24 hours. The administrator hands the link over. The old password works until
 * the link is used. Nobody creates a link for themselves: a stolen session could take over the account.
 * @throws Problem validation_error, field `reason`; not_found, reason `staff_not_found`; forbidden, reason
 *   `own_account`; conflict, reason `deactivated`, or `signs_in_at_provider` when the person cannot sign in with a
 *   password.
 */
export async function offerPassword(
  ctx: Context,
  { staffId, reason, adminsOnly }: OfferPassword,
): Promise<{ token: string; expiresAt: Date }> {
  const auditReason = readReason(reason)
  if (ctx.actor === `staff:${staffId.toLowerCase()}`)
    throw new Problem('forbidden', { reason: 'own_account' })
  const token = generateToken(ctx.ids)
  return transaction(ctx, async (tx) => {
    const person = await lockPerson(tx, staffId)
    if (person.isDeactivated) throw new Problem('conflict', { reason: 'deactivated' })
    if (!person.usesPassword || (adminsOnly && person.role !== 'admin'))
      throw new Problem('conflict', { reason: 'signs_in_at_provider' })
    await endPasswordLinks(tx, { to: staffId })
    const now = tx.clock.now()
    const expiresAt = plusMs(now, PASSWORD_LINK_MS)
    await sql(
      tx,
      `insert into staff_password_link (id, staff_id, token_hash, offered_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [tx.ids.uuid(now), staffId, hashLinkToken(token), tx.actor, now, expiresAt],
    )
    await recordAudit(tx, {
      action: 'staff.offer_password',
      target: { type: 'staff', id: staffId },
      reason: auditReason,
      after: { expires_at: expiresAt.toISOString() },
    })
    return { token, expiresAt }
  })
}

interface Person {
  role: StaffRole
  isDeactivated: boolean
  /** Has a password, or has no linked identity. */
  usesPassword: boolean
}

/** Locks the row of a person, so that concurrent links for one person are created one after the other. */
async function lockPerson(tx: Tx, staffId: string): Promise<Person> {
  const [person] = isUuid(staffId)
    ? await sql<Person>(
        tx,
        `select role, disabled_at is not null as "isDeactivated",
           password_hash is not null or not exists (select 1 from staff_identity i where i.staff_id = p.id)
             as "usesPassword"
         from staff p where id = $1 for no key update`,
        [staffId],
      )
    : []
  if (!person) throw new Problem('not_found', { reason: 'staff_not_found' })
  return person
}
