import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { StaffRole } from '../permissions.ts'
import { hashToken } from './session.ts'

/**
 * Returns a function that reads the current role behind a session, for work that outlasts its request. The function
 * returns null after the session has ended or the person was deactivated. A token rotation does not matter, because it
 * identifies the session by person and start time. It ignores the idle timeout.
 */
export async function makeSessionRoleReader(
  ctx: Context,
  token: string,
): Promise<() => Promise<StaffRole | null>> {
  const [session] = await sql<{ staff_id: string; started_at: Date }>(
    ctx,
    'select staff_id, started_at from staff_session where token_hash = $1',
    [hashToken(token)],
  )
  return async () => {
    if (!session) return null
    const [row] = await sql<{ role: StaffRole }>(ctx, FIND_ROLE, [
      session.staff_id,
      session.started_at,
      ctx.clock.now(),
    ])
    return row?.role ?? null
  }
}

const FIND_ROLE = `
  select p.role from staff p where p.id = $1 and p.disabled_at is null and exists (
    select 1 from staff_session s where s.staff_id = p.id and s.started_at = $2 and s.ends_at > $3)`
