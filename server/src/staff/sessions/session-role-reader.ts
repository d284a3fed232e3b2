import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { StaffRole } from '../permissions.ts'
import { hashToken } from './session.ts'

/**
 * Returns a function that reads the current role of a session's person, for work that outlasts its request. The
 * function returns null after the session has ended or the person was deactivated. A new token of the session does not
 * matter, because the function identifies the session by person and start time. The function ignores the idle timeout.
 */
export async function makeSessionRoleReader(
  ctx: Context,
  token: string,
): Promise<() => Promise<StaffRole | null>> {
  const session = await db(ctx)
    .selectFrom('staff_session')
    .select(['staff_id as staffId', 'started_at as startedAt'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return async () => {
    if (!session) return null
    const person = await db(ctx)
      .selectFrom('staff as p')
      .select('p.role')
      .where('p.id', '=', session.staffId)
      .where('p.disabled_at', 'is', null)
      .where((staff) =>
        staff.exists(
          staff
            .selectFrom('staff_session as s')
            .select('s.staff_id')
            .whereRef('s.staff_id', '=', 'p.id')
            .where('s.started_at', '=', session.startedAt)
            .where('s.ends_at', '>', ctx.clock.now()),
        ),
      )
      .executeTakeFirst()
    return person?.role ?? null
  }
}
