import { createHash } from 'node:crypto'
import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import { lockRow } from '../../kernel/database/lock-row.ts'
import { preparedQuery, type Given } from '../../kernel/database/prepared-query.ts'
import { db } from '../../kernel/database/tables.ts'
import { needsTotp, type StaffRole } from '../permissions.ts'
import type { Staff } from '../staff.entity.ts'
import { StaffSession } from './staff-session.entity.ts'

const MINUTE_MS = 60_000
export const IDLE_TIMEOUT_MS = 30 * MINUTE_MS
/** The absolute lifetime of a session, even if it is in use. */
export const SESSION_LIFETIME_MS = 10 * 60 * MINUTE_MS
/** The shortest time between two updates of a session's `last_seen_at`. */
const LAST_SEEN_INTERVAL_MS = MINUTE_MS
/** The maximum number of sessions of a person. A new session beyond this number ends the oldest one. */
export const SESSIONS_MAX = 10
const TOKEN_BYTES = 32
/** How long a replaced token stays valid, for requests that were already sent with it. */
const OLD_TOKEN_GRACE_MS = 10_000

/** How the person signed in: `local` with a password, `provider` at the identity provider. */
export type SignInMethod = 'local' | 'provider'

/** An active session of a staff member. */
export interface Session {
  staffId: string
  role: StaffRole
  method: SignInMethod
  /** When the person last passed a second factor or a step-up; null if never. */
  stepUpAt: Date | null
  hasTotp: boolean
  /** When the session ends if the person makes no further request. */
  endsAt: Date
}

/**
 * Returns the session of a token, and restarts its idle timeout unless `isPresent` is false. Pass false for the
 * background requests of a page. Returns null when the token is unknown, the session has ended or the person was
 * deactivated. Also returns null if the role now requires a second factor, but the session began without one.
 */
export async function findSession(ctx: Context, token: string, isPresent = true): Promise<Session | null> {
  const now = ctx.clock.now()
  const hash = hashToken(token)
  const [found] = await selectActive(ctx, { hash, now, idleSince: plusMs(now, -IDLE_TIMEOUT_MS) })
  if (!found) return null
  const { staffId, role, method, stepUpAt, lastSeenAt, endsAt, totpConfirmedAt } = found
  if (needsTotp(role) && method === 'local' && stepUpAt === null) return null
  const updatesLastSeen = isPresent && lastSeenAt < plusMs(now, -LAST_SEEN_INTERVAL_MS)
  if (updatesLastSeen) await recordLastSeen(ctx, hash, now)
  const idleEnd = plusMs(updatesLastSeen ? now : lastSeenAt, IDLE_TIMEOUT_MS)
  return {
    staffId,
    role,
    method,
    stepUpAt,
    hasTotp: totpConfirmedAt !== null,
    endsAt: idleEnd < endsAt ? idleEnd : endsAt,
  }
}

interface ActiveSession {
  hash: Buffer
  now: Date
  /** A session ends if its last request was before this time. */
  idleSince: Date
}

const selectActive = preparedQuery((compiler, given: Given<ActiveSession>) =>
  compiler
    .selectFrom('staff_session as s')
    .innerJoin('staff as p', 'p.id', 's.staff_id')
    .leftJoin('staff_totp as t', 't.staff_id', 's.staff_id')
    .select(['s.staff_id as staffId', 'p.role', 's.method', 's.proved_at as stepUpAt'])
    .select(['s.last_seen_at as lastSeenAt', 's.ends_at as endsAt', 't.confirmed_at as totpConfirmedAt'])
    .where('s.token_hash', '=', given('hash'))
    .where('s.ends_at', '>', given('now'))
    .where('s.last_seen_at', '>', given('idleSince'))
    .where('p.disabled_at', 'is', null),
)

/** Stores the time of a request in the rows of the session and of its person, unless a row has a later time. */
async function recordLastSeen(ctx: Context, hash: Buffer, now: Date): Promise<void> {
  await db(ctx)
    .with('seen', (cte) =>
      cte
        .updateTable('staff_session')
        .set({ last_seen_at: now })
        .where('token_hash', '=', hash)
        .where('last_seen_at', '<', now)
        .returning('staff_id'),
    )
    .updateTable('staff')
    .set({ last_seen_at: now })
    .where('id', 'in', (seen) => seen.selectFrom('seen').select('seen.staff_id'))
    .execute()
}

export const generateToken = (ids: Ids): string => ids.bytes(TOKEN_BYTES).toString('base64url')

/** The request from which a session was created. */
interface SessionOrigin {
  ip: string | null
  userAgent: string | null
  method: SignInMethod
  stepUpAt: Date | null
}

/** Creates a session. Deletes the person's ended sessions, and the oldest sessions beyond the limit. */
export async function createSession(
  tx: Tx,
  staff: Staff,
  token: string,
  { ip, userAgent, method, stepUpAt }: SessionOrigin,
): Promise<void> {
  const now = tx.clock.now()
  await deleteOldSessions(tx, staff.id, now)
  staff.lastSeenAt = now
  tx.em.create(StaffSession, {
    tokenHash: hashToken(token),
    staffId: staff.id,
    startedAt: now,
    lastSeenAt: now,
    endsAt: plusMs(now, SESSION_LIFETIME_MS),
    ip,
    userAgent: userAgent?.slice(0, 300) ?? null,
    method,
    provedAt: stepUpAt,
  })
  await tx.em.flush()
}

/** Deletes a person's ended sessions, and as many of the oldest ones as needed to make room for one more. */
async function deleteOldSessions(tx: Tx, staffId: string, now: Date): Promise<void> {
  await db(tx)
    .deleteFrom('staff_session')
    .where('staff_id', '=', staffId)
    .where((eb) => {
      const beyondLimit = eb
        .selectFrom('staff_session')
        .select('token_hash')
        .where('staff_id', '=', staffId)
        .orderBy('started_at', 'desc')
        .offset(SESSIONS_MAX - 1)
      return eb.or([
        eb('ends_at', '<=', now),
        eb('last_seen_at', '<=', plusMs(now, -IDLE_TIMEOUT_MS)),
        eb('token_hash', 'in', beyondLimit),
      ])
    })
    .execute()
}

/**
 * Ends the session of a token. Returns the id of the person whose session it was; null when no session has this token.
 */
export async function endSession(tx: Tx, token: string): Promise<string | null> {
  const ended = await db(tx)
    .deleteFrom('staff_session')
    .where('token_hash', '=', hashToken(token))
    .returning('staff_id as staffId')
    .executeTakeFirst()
  return ended?.staffId ?? null
}

/**
 * Gives a session a new token. The old token stays valid for `OLD_TOKEN_GRACE_MS`, for requests that were already sent
 * with it. After that time, a stolen copy of the old token is useless. If `stepUpAt` is null, keeps the time of the
 * last step-up. Does nothing if the session has ended.
 */
export async function rotateSessionToken(
  tx: Tx,
  { token, newToken, stepUpAt }: { token: string; newToken: string; stepUpAt: Date | null },
): Promise<void> {
  const now = tx.clock.now()
  const old = await lockRow(tx, StaffSession, { tokenHash: hashToken(token) })
  if (!old) return
  const { staffId, startedAt, endsAt, ip, userAgent, method, provedAt } = old
  tx.em.create(StaffSession, {
    tokenHash: hashToken(newToken),
    staffId,
    startedAt,
    lastSeenAt: now,
    endsAt,
    ip,
    userAgent,
    method,
    provedAt: stepUpAt ?? provedAt,
  })
  const graceEnd = plusMs(now, OLD_TOKEN_GRACE_MS)
  if (graceEnd < endsAt) old.endsAt = graceEnd
  await tx.em.flush()
}

/** Ends all sessions and pending sign-ins of a person, except the session of `token`. */
export async function endSessionsExcept(tx: Tx, staffId: string, token?: string): Promise<void> {
  let sessions = db(tx).deleteFrom('staff_session').where('staff_id', '=', staffId)
  if (token !== undefined) sessions = sessions.where('token_hash', '<>', hashToken(token))
  await sessions.execute()
  await db(tx).deleteFrom('staff_sign_in').where('staff_id', '=', staffId).execute()
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Returns the public id of a session. Nobody can derive the token from this id. */
export const sessionIdOf = (token: string): string =>
  createHash('sha256').update(hashToken(token)).digest('hex').slice(0, 32)
