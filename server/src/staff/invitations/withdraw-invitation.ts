import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { PENDING } from './invitation.ts'

/**
 * Withdraws an invitation: its link becomes invalid.
 * @throws Problem not_found, reason `invitation_not_found`: the invitation is unknown, used, or already withdrawn.
 */
export async function withdrawInvitation(ctx: Context, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const withdrawn = isUuid(id)
      ? await db(tx)
          .updateTable('staff_invitation')
          .set({ withdrawn_at: tx.clock.now() })
          .where('id', '=', id)
          .where(PENDING)
          .returning('email')
          .executeTakeFirst()
      : undefined
    if (!withdrawn) throw new Problem('not_found', { reason: 'invitation_not_found' })
    await recordAudit(tx, {
      action: 'staff.withdraw_invitation',
      target: { type: 'staff_invitation', id },
      before: { email: withdrawn.email },
    })
  })
}
