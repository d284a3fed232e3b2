import { z } from 'zod'
import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { Faults } from '../../kernel/input/faults.ts'
import { text } from '../../kernel/input/fields.ts'
import { transaction, violatedConstraint } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { endSessionsExcept } from '../sessions/session.ts'
import type { Staff } from '../staff.entity.ts'

const Input = z.object({ issuer: z.url().max(2_000), subject: text(1, 255) })

/**
 * Links a person to the account `subject` of the provider `issuer`. Replaces an earlier link to that provider and ends
 * the sessions of the person. Only an operator can link a person to an account; a matching e-mail never creates a link.
 * @throws Problem validation_error naming the fields.
 * @throws Problem conflict, reason `identity_in_use`, when the account is linked to another person.
 */
export async function linkIdentity(
  ctx: AuditedContext,
  staff: Staff,
  input: { issuer: string; subject: string },
): Promise<void> {
  const faults = new Faults()
  faults.read(Input, input)
  faults.throwIfAny()
  const { issuer, subject } = input
  try {
    await transaction(ctx, async (tx) => {
      const link = { subject, linked_at: tx.clock.now(), linked_by: tx.actor }
      await db(tx)
        .insertInto('staff_identity')
        .values({ staff_id: staff.id, issuer, ...link })
        .onConflict((conflict) => conflict.columns(['staff_id', 'issuer']).doUpdateSet(link))
        .execute()
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
