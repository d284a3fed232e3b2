import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { recordKnownNetwork } from '../throttle/known-network.ts'
import { createSession, endSession, generateToken, type SignInMethod } from '../sessions/session.ts'
import type { Staff } from '../staff.entity.ts'

/** A session just begun. The token exists nowhere else. */
export interface SignedIn {
  staff: Staff
  token: string
}

export interface Entering {
  /** The session that the browser has now, if any: it ends. */
  currentToken?: string | undefined
  method: SignInMethod
  /** When they proved themselves by more than a password, if they did. */
  provedAt: Date | null
  /** What happens in the same transaction. */
  also: (tx: Tx<AuditedContext>) => Promise<unknown>
}

/**
 * Begins the session of somebody who has proved all that is asked of them, under a fresh token.
 * @throws Problem unauthorized, reason `invalid_credentials`, as `lockUnchangedStaff`; and what `also` throws.
 */
export async function completeSignIn(
  ctx: AuditedContext,
  staff: Staff,
  entering: Entering,
): Promise<SignedIn> {
  const token = generateToken(ctx.ids)
  const place = { ip: ctx.origin?.ip ?? null, userAgent: ctx.origin?.userAgent ?? null }
  const { currentToken, method, provedAt, also } = entering
  await transaction(withStaffActor(ctx, staff), async (tx) => {
    await lockUnchangedStaff(tx, staff)
    await also(tx)
    if (currentToken !== undefined) await endSession(tx, currentToken)
    await createSession(tx, staff.id, token, { ...place, method, provedAt })
    await recordKnownNetwork(tx, staff.id, place.ip)
    await recordAudit(tx, {
      action: 'staff.sign_in',
      target: { type: 'staff', id: staff.id },
      ...(method === 'provider' ? { after: { method } } : {}),
    })
  })
  return { staff, token }
}

/**
 * Holds a person as they were when they proved who they are. Proving takes a while: whoever changes a password or
 * access meanwhile also ends every session, and must find this one or keep it from beginning.
 * @throws Problem unauthorized, reason `invalid_credentials`, when password, role or access are others by now.
 */
export async function lockUnchangedStaff(tx: Tx, { id, passwordHash, role }: Staff): Promise<void> {
  const same = await sql(
    tx,
    `select 1 from staff where id = $1 and password_hash is not distinct from $2 and role = $3 and disabled_at is null
     for no key update`,
    [id, passwordHash, role],
  )
  if (same.length === 0) throw new Problem('unauthorized', { reason: 'invalid_credentials' })
}

/** The context of somebody who is known from here on. */
export const withStaffActor = (ctx: AuditedContext, staff: Staff): AuditedContext => ({
  ...ctx,
  actor: `staff:${staff.id}`,
  origin: {
    role: staff.role,
    ip: ctx.origin?.ip ?? null,
    userAgent: ctx.origin?.userAgent ?? null,
  },
})
