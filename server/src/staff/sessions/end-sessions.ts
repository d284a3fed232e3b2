import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'

/**
 * Ends one session of a person.
 * @throws Problem not_found, reason `session_not_found`: over, unknown, or somebody else's.
 */
export async function endSessionById(ctx: Context, staffId: string, sessionId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const gone = isUuid(staffId)
      ? await sql(tx, 'delete from staff_session where staff_id = $1 and id = $2 returning id', [
          staffId,
          sessionId,
        ])
      : []
    if (gone.length === 0) throw new Problem('not_found', { reason: 'session_not_found' })
    await recordEnd(tx, staffId, 1)
  })
}

/** Ends every session of a person but one; answers how many there were. */
export async function endOtherSessions(ctx: Context, staffId: string, keptId: string): Promise<number> {
  return transaction(ctx, async (tx) => {
    const gone = await sql(tx, 'delete from staff_session where staff_id = $1 and id <> $2 returning id', [
      staffId,
      keptId,
    ])
    if (gone.length > 0) await recordEnd(tx, staffId, gone.length)
    return gone.length
  })
}

/**
 * Ends every session of a person and every sign-in that is half done, within what made it necessary; answers how many
 * sessions there were.
 */
export async function endAllSessions(tx: Tx, staffId: string): Promise<number> {
  await sql(tx, 'delete from staff_sign_in where staff_id = $1', [staffId])
  const gone = await sql(tx, 'delete from staff_session where staff_id = $1 returning id', [staffId])
  return gone.length
}

const recordEnd = (tx: Tx, staffId: string, sessions: number): Promise<void> =>
  recordAudit(tx, {
    action: 'staff.end_session',
    target: { type: 'staff', id: staffId },
    after: { sessions },
  })
