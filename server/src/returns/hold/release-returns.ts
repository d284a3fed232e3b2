import { recordAudit } from '../../audit/record-audit.ts'
import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { checkReason } from '../../kernel/input/check-reason.ts'
import { Problem } from '../../kernel/problem.ts'
import { getReturnHold, INCARNATION } from './return-hold.queries.ts'

/**
 * How far the sweep (the job that reads the PSP's list of payments) may be behind the current time. This limit must be
 * greater than the interval of the sweep (PIX_SWEEP_SECONDS).
 */
const SWEEP_AGE_MS_MAX = 120_000

/**
 * Releases held returns: all processes may request returns again, until the database is restored or a standby is
 * promoted (`INCARNATION`). Refuses when the sweep of the PSP's payments is more than two minutes behind, because the
 * service could then return money that it should keep. `anyway` skips this check.
 * @throws Problem validation_error: the reason is empty or too long.
 * @throws Problem conflict, reason `sweep_is_behind`.
 */
export async function releaseReturns(
  ctx: Context,
  { reason, anyway }: { reason: string; anyway: boolean },
): Promise<void> {
  checkReason(reason)
  await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const { sweptUntil, heldBy } = await getReturnHold(tx)
    if (!anyway && (sweptUntil === null || sweptUntil < plusMs(now, -SWEEP_AGE_MS_MAX)))
      throw new Problem('conflict', { reason: 'sweep_is_behind' })
    await db(tx)
      .updateTable('return_hold')
      .set({ held_since: null, reason: null, released_incarnation: INCARNATION, updated_at: now })
      .execute()
    await recordAudit(tx, {
      action: 'returns.release',
      target: { type: 'return_hold', id: null },
      reason,
      before: { held_by: heldBy },
      after: { checked_sweep: !anyway },
    })
  })
}
