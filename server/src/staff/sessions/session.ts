import { createHash } from 'node:crypto'
import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import { sql } from '../../kernel/database/sql.ts'
import { needsTotp, type StaffRole } from '../permissions.ts'

const MINUTE_MS = 60_000
export const IDLE_TIMEOUT_MS = 30 * MINUTE_MS
/** Absolute lifetime, also of a session in use. */
export const SESSION_LIFETIME_MS = 10 * 60 * MINUTE_MS
/** `last_seen_at` is written at most this often. */
const LAST_SEEN_INTERVAL_MS = MINUTE_MS
/** Sessions of one person. A new one beyond the limit ends the oldest. */
export const SESSIONS_MAX = 10
const TOKEN_BYTES = 32
/** How long a replaced token stays valid, for requests already sent with it. */
const OLD_TOKEN_GRACE_MS = 10_000

/** `local`: with a password. `provider`: at the identity provider. */
export type SignInMethod = 'local' | 'provider'

/** An active session. */
export interface Session {
  staffId: string
  role: StaffRole
  method: SignInMethod
  /** When the person last passed a second factor or stepped up; null when never. */
  stepUpAt: Date | null
  hasTotp: boolean
  /** When the session ends if the person makes no further request. */
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
 * Returns the session of a token, and restarts its idle timeout unless `isPresent` is false. Pass false for the
 * background requests of a page. Returns null when the token is unknown, the session has ended or the person was
 * deactivated. Also returns null when the role now needs a second factor that the session began without.
 */
export async function findSession(ctx: Context, token: string, isPresent = true): Promise<Session | null> {
  const now = ctx.clock.now()
  const hash = hashToken(token)
  const [row] = await sql<Row>(ctx, FIND, [hash, now, plusMs(now, -IDLE_TIMEOUT_MS)])
  if (!row || (needsTotp(row.role) && row.method === 'local' && row.proved_at === null)) return null
  const updatesLastSeen = isPresent && row.last_seen_at < plusMs(now, -LAST_SEEN_INTERVAL_MS)
  if (updatesLastSeen) {
    await sql(
      ctx,
      `with seen as (update staff_session set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2
         returning staff_id)
       update staff set last_seen_at = $2 where id in (select staff_id from seen)`,
      [hash, now],
    )
  }
  const idleEnd = plusMs(updatesLastSeen ? now : row.last_seen_at, IDLE_TIMEOUT_MS)
  return {
    staffId: row.staff_id,
    role: row.role,
    method: row.method,
    stepUpAt: row.proved_at,
    hasTotp: row.has_totp,
    endsAt: idleEnd < row.ends_at ? idleEnd : row.ends_at,
  }
}

const FIND = `
  select s.staff_id, p.role, s.method, s.proved_at, s.last_seen_at, s.ends_at, t.confirmed_at is not null as has_totp
  from staff_session s join staff p on p.id = s.staff_id left join staff_totp t on t.staff_id = s.staff_id
  where s.token_hash = $1 and s.ends_at > $2 and s.last_seen_at > $3 and p.disabled_at is null`

export const generateToken = (ids: Ids): string => ids.bytes(TOKEN_BYTES).toString('base64url')

/** The origin of a session. */
interface SessionOrigin {
  ip: string | null
  userAgent: string | null
  method: SignInMethod
  stepUpAt: Date | null
}

/** Creates a session. Deletes ended sessions of the person and the oldest ones beyond the limit. */
export async function createSession(
  tx: Tx,
  staffId: string,
  token: string,
  { ip, userAgent, method, stepUpAt }: SessionOrigin,
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
      stepUpAt,
    ],
  )
}

/** Ends the session of a token. Returns the id of its person; null when there was none. */
export async function endSession(tx: Tx, token: string): Promise<string | null> {
  const [row] = await sql<{ staff_id: string }>(
    tx,
    'delete from staff_session where token_hash = $1 returning staff_id',
    [hashToken(token)],
  )
  return row?.staff_id ?? null
}

/**
 * Gives a session a new token. The old token stays valid for `OLD_TOKEN_GRACE_MS`, for requests already sent; after
 * that a stolen copy is useless. `stepUpAt` null keeps the time of the last step-up.
 */
export async function rotateSessionToken(
  tx: Tx,
  { token, newToken, stepUpAt }: { token: string; newToken: string; stepUpAt: Date | null },
): Promise<void> {
  const now = tx.clock.now()
  await sql(
    tx,
    `insert into staff_session (token_hash, staff_id, started_at, last_seen_at, ends_at, ip, user_agent, method, proved_at)
     select $2, staff_id, started_at, $3, ends_at, ip, user_agent, method, coalesce($4, proved_at)
     from staff_session where token_hash = $1`,
    [hashToken(token), hashToken(newToken), now, stepUpAt],
  )
  await sql(tx, 'update staff_session set ends_at = least(ends_at, $2) where token_hash = $1', [
    hashToken(token),
    plusMs(now, OLD_TOKEN_GRACE_MS),
  ])
}

/** Ends all sessions and pending sign-ins of a person, except the session of `token`. */
export async function endSessionsExcept(tx: Tx, staffId: string, token?: string): Promise<void> {
  await sql(tx, 'delete from staff_session where staff_id = $1 and token_hash <> $2', [
    staffId,
    token === undefined ? Buffer.alloc(0) : hashToken(token),
  ])
  await sql(tx, 'delete from staff_sign_in where staff_id = $1', [staffId])
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Returns the public id of a session. The token cannot be derived from it. */
export const sessionIdOf = (token: string): string =>
  createHash('sha256').update(hashToken(token)).digest('hex').slice(0, 32)
