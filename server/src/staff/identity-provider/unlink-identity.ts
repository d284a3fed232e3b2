import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { readReason } from '../staff-fields.ts'

export interface UnlinkIdentity {
  staffId: string
  issuer: string
  /** 1 to 500 characters, for the record; null from the person themselves. */
  reason: string | null
}

/**
 * Has a person be nobody any more at the provider `issuer`; the sessions that they began there end. What they did stays
 * theirs. Whoever has no password comes in again once an operator links them anew or they set one by a link.
 * @throws Problem validation_error, field `reason`; not_found, reason `identity_not_found`.
 */
export async function unlinkIdentity(
  ctx: Context,
  { staffId, issuer, reason }: UnlinkIdentity,
): Promise<void> {
  const why = reason === null ? null : readReason(reason)
  if (!isUuid(staffId)) throw notFound()
  await transaction(ctx, async (tx) => {
    // Held as whoever comes in from there is held: their session is here by now, or finds no link.
    await sql(tx, 'select 1 from staff where id = $1 for no key update', [staffId])
    const [gone] = await sql<{ subject: string }>(
      tx,
      'delete from staff_identity where staff_id = $1 and issuer = $2 returning subject',
      [staffId, issuer],
    )
    if (!gone) throw notFound()
    const ended = await sql(
      tx,
      `delete from staff_session where staff_id = $1 and method = 'provider' returning id`,
      [staffId],
    )
    await recordAudit(tx, {
      action: 'staff.unlink_identity',
      target: { type: 'staff', id: staffId },
      ...(why === null ? {} : { reason: why }),
      before: { issuer, subject: gone.subject },
      after: { sessions_ended: ended.length },
    })
  })
}

const notFound = (): Problem => new Problem('not_found', { reason: 'identity_not_found' })
