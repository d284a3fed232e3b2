import { createHash } from 'node:crypto'
import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import { sql } from '../../kernel/database/sql.ts'
import { needsTotp, type StaffRole } from '../permissions.ts'

const MINUTE_MS = 60_000
/** A session ends when nothing was asked for so long. */
export const IDLE_TIMEOUT_MS = 30 * MINUTE_MS
/** A session ends so long after the sign-in, whatever happens. */
export const SESSION_LIFETIME_MS = 10 * 60 * MINUTE_MS
/** How exactly the last use is known. */
const SEEN_EVERY_MS = MINUTE_MS
/** Sessions of one person; the oldest gives way to a new one. */
export const SESSIONS_MAX = 10
const TOKEN_BYTES = 32
/** Requests that were sent before a token was replaced are answered within so long. */
const UNDER_WAY_MS = 10_000

/** Where a person signed in: here, or at the identity provider. */
export type SignInMethod = 'local' | 'provider'

/** A session in force, and whose it is. */
export interface Session {
  staffId: string
  role: StaffRole
  method: SignInMethod
  /** When the person last proved themselves by more than a password. */
  provedAt: Date | null
  hasTotp: boolean
  /** When it ends, if nothing more is asked for by the person. */
  endsAt: Date
}

interface Row {
  staff_id: string
  role: StaffRole
  method: SignInMethod
  proved_at: Date | null
  has_totp: boolean
  last_seen_at: Date
  ends_at: Date
}

/**
 * The person whose browser sent this token; null when it is unknown, has ended, or the person was shut out, or has
 * come to a role that asks for more than this session began with. Whoever is `present` keeps it from ending; what a
 * page asks for by itself does not.
 */
export async function findSession(ctx: Context, token: string, present = true): Promise<Session | null> {
  const now = ctx.clock.now()
  const hash = hashToken(token)
  const [row] = await sql<Row>(ctx, FIND, [hash, now, plusMs(now, -IDLE_TIMEOUT_MS)])
  if (!row || (needsTotp(row.role) && row.method === 'local' && row.proved_at === null)) return null
  const isStale = present && row.last_seen_at < plusMs(now, -SEEN_EVERY_MS)
  if (isStale) {
    await sql(
      ctx,
      `with seen as (update staff_session set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2
         returning staff_id)
       update staff set last_seen_at = $2 where id in (select staff_id from seen)`,
      [hash, now],
    )
  }
  const idleEnd = plusMs(isStale ? now : row.last_seen_at, IDLE_TIMEOUT_MS)
  return {
    staffId: row.staff_id,
    role: row.role,
    method: row.method,
    provedAt: row.proved_at,
    hasTotp: row.has_totp,
    endsAt: idleEnd < row.ends_at ? idleEnd : row.ends_at,
  }
}

const FIND = `
  select s.staff_id, p.role, s.method, s.proved_at, s.last_seen_at, s.ends_at, t.confirmed_at is not null as has_totp
  from staff_session s join staff p on p.id = s.staff_id left join staff_totp t on t.staff_id = s.staff_id
  where s.token_hash = $1 and s.ends_at > $2 and s.last_seen_at > $3 and p.disabled_at is null`

export const generateToken = (ids: Ids): string => ids.bytes(TOKEN_BYTES).toString('base64url')

/** Where and how a session was begun. */
interface Beginning {
  ip: string | null
  userAgent: string | null
  method: SignInMethod
  provedAt: Date | null
}

/** Begins a session under a fresh token. Sessions that are over, and those beyond the limit, go. */
export async function createSession(
  tx: Tx,
  staffId: string,
  token: string,
  { ip, userAgent, method, provedAt }: Beginning,
): Promise<void> {
  const now = tx.clock.now()
  await sql(tx, 'update staff set last_seen_at = $2 where id = $1', [staffId, now])
  await sql(
    tx,
    `delete from staff_session where staff_id = $1 and (ends_at <= $2 or last_seen_at <= $3 or token_hash in (
       select token_hash from staff_session where staff_id = $1 order by started_at desc offset $4))`,
    [staffId, now, plusMs(now, -IDLE_TIMEOUT_MS), SESSIONS_MAX - 1],
  )
  await sql(
    tx,
    `insert into staff_session (token_hash, staff_id, started_at, last_seen_at, ends_at, ip, user_agent, method, proved_at)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8)`,
    [
      hashToken(token),
      staffId,
      now,
      plusMs(now, SESSION_LIFETIME_MS),
      ip,
      userAgent?.slice(0, 300) ?? null,
      method,
      provedAt,
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

/**
 * Goes on with a session under a fresh token, as proved at this moment, or at the one it was before when `provedAt` is
 * null. What is under way with the old one is still answered; a copy of it opens nothing after that.
 */
export async function rotateSessionToken(
  tx: Tx,
  { token, fresh, provedAt }: { token: string; fresh: string; provedAt: Date | null },
): Promise<void> {
  const now = tx.clock.now()
  await sql(
    tx,
    `insert into staff_session (token_hash, staff_id, started_at, last_seen_at, ends_at, ip, user_agent, method, proved_at)
     select $2, staff_id, started_at, $3, ends_at, ip, user_agent, method, coalesce($4, proved_at)
     from staff_session where token_hash = $1`,
    [hashToken(token), hashToken(fresh), now, provedAt],
  )
  await sql(tx, 'update staff_session set ends_at = least(ends_at, $2) where token_hash = $1', [
    hashToken(token),
    plusMs(now, UNDER_WAY_MS),
  ])
}

/** Ends every session of a person, and every sign-in that is half done, but the session of one token. */
export async function endSessionsExcept(tx: Tx, staffId: string, token?: string): Promise<void> {
  await sql(tx, 'delete from staff_session where staff_id = $1 and token_hash <> $2', [
    staffId,
    token === undefined ? Buffer.alloc(0) : hashToken(token),
  ])
  await sql(tx, 'delete from staff_sign_in where staff_id = $1', [staffId])
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The name by which a session is listed and ended. The token is not to be found from it. */
export const sessionIdOf = (token: string): string =>
  createHash('sha256').update(hashToken(token)).digest('hex').slice(0, 32)
