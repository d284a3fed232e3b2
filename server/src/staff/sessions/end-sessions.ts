import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'

/**
 * Ends one session of a person.
 * @throws Problem not_found, reason `session_not_found`: the session has ended, is unknown, or belongs to another
 * person.
 */
export async function endSessionById(ctx: Context, staffId: string, sessionId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const ended = isUuid(staffId)
      ? await db(tx)
          .deleteFrom('staff_session')
          .where('staff_id', '=', staffId)
          .where('id', '=', sessionId)
          .returning('id')
          .executeTakeFirst()
      : undefined
    if (!ended) throw new Problem('not_found', { reason: 'session_not_found' })
    await recordEnd(tx, staffId, 1)
  })
}

/** Ends all sessions of a person except one. Returns how many sessions it ended. */
export async function endOtherSessions(ctx: Context, staffId: string, keptId: string): Promise<number> {
  return transaction(ctx, async (tx) => {
    const { numDeletedRows } = await db(tx)
      .deleteFrom('staff_session')
      .where('staff_id', '=', staffId)
      .where('id', '<>', keptId)
      .executeTakeFirstOrThrow()
    const ended = Number(numDeletedRows)
    if (ended > 0) await recordEnd(tx, staffId, ended)
    return ended
  })
}

/**
 * Ends all sessions and pending sign-ins of a person, in the caller's transaction. Returns how many sessions it ended.
 */
export async function endAllSessions(tx: Tx, staffId: string): Promise<number> {
  await db(tx).deleteFrom('staff_sign_in').where('staff_id', '=', staffId).execute()
  const { numDeletedRows } = await db(tx)
    .deleteFrom('staff_session')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const recordEnd = (tx: Tx, staffId: string, sessions: number): Promise<void> =>
  recordAudit(tx, {
    action: 'staff.end_session',
    target: { type: 'staff', id: staffId },
    after: { sessions },
  })
