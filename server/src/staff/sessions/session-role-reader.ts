import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { StaffRole } from '../permissions.ts'
import { hashToken } from './session.ts'

/**
 * Follows a session for work that outlasts the request which named it. The answer is asked again and again: the
 * person's role now, or null once the session has ended or the person was shut out. A fresh token for the same session
 * changes nothing, and nobody need be present while work is under way.
 */
export async function makeSessionRoleReader(
  ctx: Context,
  token: string,
): Promise<() => Promise<StaffRole | null>> {
  const [begun] = await sql<{ staff_id: string; started_at: Date }>(
    ctx,
    'select staff_id, started_at from staff_session where token_hash = $1',
    [hashToken(token)],
  )
  return async () => {
    if (!begun) return null
    const [row] = await sql<{ role: StaffRole }>(ctx, STILL, [
      begun.staff_id,
      begun.started_at,
      ctx.clock.now(),
    ])
    return row?.role ?? null
  }
}

const STILL = `
  select p.role from staff p where p.id = $1 and p.disabled_at is null and exists (
    select 1 from staff_session s where s.staff_id = p.id and s.started_at = $2 and s.ends_at > $3)`
