import { createHash } from 'node:crypto'
import { plusMs } from '../kernel/clock.ts'
import type { Context, Tx } from '../kernel/context.ts'
import type { Ids } from '../kernel/ids.ts'
import { sql } from '../kernel/sql.ts'
import type { StaffRole } from './permissions.ts'

const MINUTE_MS = 60_000
/** A session ends when nothing was asked for so long. */
export const IDLE_MS = 30 * MINUTE_MS
/** A session ends so long after the sign-in, whatever happens. */
export const SESSION_MS = 10 * 60 * MINUTE_MS
/** How exactly the last use is known. */
const SEEN_EVERY_MS = MINUTE_MS
/** Sessions of one person; the oldest gives way to a new one. */
export const SESSIONS_MAX = 10
const TOKEN_BYTES = 32

/** A session in force, and whose it is. */
export interface Session {
  staffId: string
  role: StaffRole
}

interface Row {
  staff_id: string
  role: StaffRole
  last_seen_at: Date
}

/** The person whose browser sent this token; null when it is unknown, has ended, or the person was shut out. */
export async function findSession(ctx: Context, token: string): Promise<Session | null> {
  const now = ctx.clock.now()
  const hash = hashToken(token)
  const [row] = await sql<Row>(
    ctx,
    `select s.staff_id, p.role, s.last_seen_at from staff_session s join staff p on p.id = s.staff_id
     where s.token_hash = $1 and s.ends_at > $2 and s.last_seen_at > $3 and p.disabled_at is null`,
    [hash, now, plusMs(now, -IDLE_MS)],
  )
  if (!row) return null
  if (row.last_seen_at < plusMs(now, -SEEN_EVERY_MS)) {
    await sql(
      ctx,
      `with seen as (update staff_session set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2
         returning staff_id)
       update staff set last_seen_at = $2 where id in (select staff_id from seen)`,
      [hash, now],
    )
  }
  return { staffId: row.staff_id, role: row.role }
}

export const makeToken = (ids: Ids): string => ids.bytes(TOKEN_BYTES).toString('base64url')

/** Where a session was begun. */
interface Place {
  ip: string | null
  userAgent: string | null
}

/** Begins a session under a fresh token. Sessions that are over, and those beyond the limit, go. */
export async function beginSession(tx: Tx, staffId: string, token: string, place: Place): Promise<void> {
  const now = tx.clock.now()
  await sql(tx, 'update staff set last_seen_at = $2 where id = $1', [staffId, now])
  await sql(
    tx,
    `delete from staff_session where staff_id = $1 and (ends_at <= $2 or last_seen_at <= $3 or token_hash in (
       select token_hash from staff_session where staff_id = $1 order by started_at desc offset $4))`,
    [staffId, now, plusMs(now, -IDLE_MS), SESSIONS_MAX - 1],
  )
  await sql(
    tx,
    `insert into staff_session (token_hash, staff_id, started_at, last_seen_at, ends_at, ip, user_agent)
     values ($1, $2, $3, $3, $4, $5, $6)`,
    [
      hashToken(token),
      staffId,
      now,
      plusMs(now, SESSION_MS),
      place.ip,
      place.userAgent?.slice(0, 300) ?? null,
    ],
  )
}

/** Ends the session of a token; answers whose it was, null when there was none. */
export async function endSession(tx: Tx, token: string): Promise<string | null> {
  const [row] = await sql<{ staff_id: string }>(
    tx,
    'delete from staff_session where token_hash = $1 returning staff_id',
    [hashToken(token)],
  )
  return row?.staff_id ?? null
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The name by which a session is listed and ended. The token is not to be found from it. */
export const sessionIdOf = (token: string): string =>
  createHash('sha256').update(hashToken(token)).digest('hex').slice(0, 32)
