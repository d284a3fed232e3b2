import { recordAudit } from '../../audit/record-audit.ts'
import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { endPasswordLinks, hashLinkToken, PASSWORD_LINK_MS } from './password-link.ts'
import { generateToken } from '../sessions/session.ts'
import type { Staff } from '../staff.entity.ts'
import { readReason } from '../staff-fields.ts'
import { lockStaff } from '../staff.queries.ts'
import { StaffPasswordLink } from './staff-password-link.entity.ts'

export interface OfferPassword {
  staffId: string
  /** The reason for the audit log, 1 to 500 characters. */
  reason: string
  /** Whether only administrators may sign in with a password. */
  adminsOnly: boolean
}

/**
 * Creates a link with which a person sets a new password, and ends an earlier link. Returns the token for the link. The
 * database contains only a hash of the token. The link works once, within 24 hours. The administrator passes the link
 * on. The old password works until the link is used. People cannot create a link for themselves, because a stolen
 * session could then take over the account.
 * @throws Problem validation_error, field `reason`.
 * @throws Problem not_found, reason `staff_not_found`.
 * @throws Problem forbidden, reason `own_account`.
 * @throws Problem conflict, reason `deactivated`.
 * @throws Problem conflict, reason `signs_in_at_provider`, when the person cannot sign in with a password.
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
    // Lock the row, so that concurrent calls for one person create their links one after the other.
    const staff = await lockStaff(tx, staffId)
    if (staff.disabledAt !== null) throw new Problem('conflict', { reason: 'deactivated' })
    if (!(await usesPassword(tx, staff)) || (adminsOnly && staff.role !== 'admin'))
      throw new Problem('conflict', { reason: 'signs_in_at_provider' })
    await endPasswordLinks(tx, { to: staffId })
    const now = tx.clock.now()
    const expiresAt = plusMs(now, PASSWORD_LINK_MS)
    tx.em.create(StaffPasswordLink, {
      id: tx.ids.uuid(now),
      staffId: staff.id,
      tokenHash: hashLinkToken(token),
      offeredBy: tx.actor,
      createdAt: now,
      expiresAt,
      usedAt: null,
      endedAt: null,
    })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'staff.offer_password',
      target: { type: 'staff', id: staffId },
      reason: auditReason,
      after: { expires_at: expiresAt.toISOString() },
    })
    return { token, expiresAt }
  })
}

/** Returns whether a person signs in with a password: the person has a password, or has no linked identity. */
async function usesPassword(tx: Tx, { id, passwordHash }: Staff): Promise<boolean> {
  if (passwordHash !== null) return true
  const identity = await db(tx)
    .selectFrom('staff_identity')
    .select('issuer')
    .where('staff_id', '=', id)
    .executeTakeFirst()
  return identity === undefined
}
