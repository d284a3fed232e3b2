import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { lockRow } from '../../kernel/database/lock-row.ts'
import { db } from '../../kernel/database/tables.ts'
import { Staff } from '../staff.entity.ts'
import { readReason } from '../staff-fields.ts'

export interface UnlinkIdentity {
  staffId: string
  issuer: string
  /** The reason for the audit log, 1 to 500 characters; null when people unlink themselves. */
  reason: string | null
}

/**
 * Unlinks a person from the provider `issuer` and ends all sessions that began at an identity provider. Keeps the
 * person's audit entries. A person without a password can sign in again only after an operator has linked them again,
 * or after they have set a password with a password link.
 * @throws Problem validation_error, field `reason`.
 * @throws Problem not_found, reason `identity_not_found`.
 */
export async function unlinkIdentity(
  ctx: Context,
  { staffId, issuer, reason }: UnlinkIdentity,
): Promise<void> {
  const auditReason = reason === null ? null : readReason(reason)
  if (!isUuid(staffId)) throw notFound()
  await transaction(ctx, async (tx) => {
    // A sign-in takes the same row lock. Therefore a concurrent sign-in has either created its session already, which
    // the code below ends, or will find no link.
    await lockRow(tx, Staff, { id: staffId })
    const unlinked = await db(tx)
      .deleteFrom('staff_identity')
      .where('staff_id', '=', staffId)
      .where('issuer', '=', issuer)
      .returning('subject')
      .executeTakeFirst()
    if (!unlinked) throw notFound()
    const ended = await db(tx)
      .deleteFrom('staff_session')
      .where('staff_id', '=', staffId)
      .where('method', '=', 'provider')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, {
      action: 'staff.unlink_identity',
      target: { type: 'staff', id: staffId },
      ...(auditReason === null ? {} : { reason: auditReason }),
      before: { issuer, subject: unlinked.subject },
      after: { sessions_ended: Number(ended.numDeletedRows) },
    })
  })
}

const notFound = (): Problem => new Problem('not_found', { reason: 'identity_not_found' })
