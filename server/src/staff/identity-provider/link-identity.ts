import { z } from 'zod'
import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { Faults, text } from '../../http/parse.ts'
import { transaction, violatedConstraint } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { endSessionsExcept } from '../sessions/session.ts'
import type { Staff } from '../staff.entity.ts'

const Input = z.object({ issuer: z.url().max(2_000), subject: text(1, 255) })

/**
 * Has a person of the console be the one whom the provider `issuer` names `subject`, in place of any other name there;
 * their sessions end. An operator's act: an address alone never makes two accounts one.
 * @throws Problem validation_error naming the fields; conflict, reason `identity_in_use`, when it is somebody else's.
 */
export async function linkIdentity(
  ctx: AuditedContext,
  staff: Staff,
  given: { issuer: string; subject: string },
): Promise<void> {
  const faults = new Faults()
  faults.read(Input, given)
  faults.throwIfAny()
  const { issuer, subject } = given
  try {
    await transaction(ctx, async (tx) => {
      await sql(
        tx,
        `insert into staff_identity (staff_id, issuer, subject, linked_at, linked_by) values ($1, $2, $3, $4, $5)
         on conflict (staff_id, issuer) do update set subject = $3, linked_at = $4, linked_by = $5`,
        [staff.id, issuer, subject, tx.clock.now(), tx.actor],
      )
      await endSessionsExcept(tx, staff.id)
      await recordAudit(tx, {
        action: 'staff.link_identity',
        target: { type: 'staff', id: staff.id },
        after: { issuer, subject },
      })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'staff_identity_subject')
      throw new Problem('conflict', { reason: 'identity_in_use' })
    throw error
  }
}
