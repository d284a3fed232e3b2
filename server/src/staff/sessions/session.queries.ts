import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { db } from '../../kernel/database/tables.ts'
import { IDLE_TIMEOUT_MS } from './session.ts'

/** An active session of a staff member, without its token. */
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
  return db(ctx)
    .selectFrom('staff_session')
    .select([
      'id',
      'started_at as startedAt',
      'last_seen_at as lastSeenAt',
      'ends_at as endsAt',
      'ip',
      'user_agent as userAgent',
    ])
    .where('staff_id', '=', staffId)
    .where('ends_at', '>', now)
    .where('last_seen_at', '>', plusMs(now, -IDLE_TIMEOUT_MS))
    .orderBy('last_seen_at', 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
}
