import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { sql } from '../../kernel/database/sql.ts'
import { IDLE_TIMEOUT_MS } from './session.ts'

/** An active session, without its token. */
export interface SessionSummary {
  id: string
  startedAt: Date
  lastSeenAt: Date
  endsAt: Date
  ip: string | null
  userAgent: string | null
}

/** Returns the active sessions of a person, most recently used first. */
export async function listSessions(ctx: Context, staffId: string): Promise<SessionSummary[]> {
  if (!isUuid(staffId)) return []
  const now = ctx.clock.now()
  return sql<SessionSummary>(
    ctx,
    `select id, started_at as "startedAt", last_seen_at as "lastSeenAt", ends_at as "endsAt", ip,
       user_agent as "userAgent"
     from staff_session where staff_id = $1 and ends_at > $2 and last_seen_at > $3
     order by last_seen_at desc, started_at desc, id`,
    [staffId, now, plusMs(now, -IDLE_TIMEOUT_MS)],
  )
}
