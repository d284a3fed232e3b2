import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { PENDING } from './invitation.ts'

/**
 * Withdraws an invitation: its link becomes invalid.
 * @throws Problem not_found, reason `invitation_not_found`: unknown, used, or already withdrawn.
 */
export async function withdrawInvitation(ctx: Context, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [withdrawn] = isUuid(id)
      ? await sql<{ email: string }>(
          tx,
          `update staff_invitation set withdrawn_at = $2 where id = $1 and ${PENDING} returning email`,
          [id, tx.clock.now()],
        )
      : []
    if (!withdrawn) throw new Problem('not_found', { reason: 'invitation_not_found' })
    await recordAudit(tx, {
      action: 'staff.withdraw_invitation',
      target: { type: 'staff_invitation', id },
      before: { email: withdrawn.email },
    })
  })
}
