import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { checkReason } from '../../kernel/input/check-reason.ts'

/**
 * Holds the returns: no process requests a return at the PSP until `releaseReturns` is called. A request that a process
 * has already sent is not stopped. A repeated call replaces the reason.
 * @throws Problem validation_error: the reason is empty or too long.
 */
export async function holdReturns(ctx: Context, reason: string): Promise<void> {
  checkReason(reason)
  await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await db(tx)
      .updateTable('return_hold')
      .set((eb) => ({
        held_since: eb.fn.coalesce('held_since', eb.val(now)),
        reason,
        updated_at: now,
      }))
      .execute()
    await recordAudit(tx, { action: 'returns.hold', target: { type: 'return_hold', id: null }, reason })
  })
}
