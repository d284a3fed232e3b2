import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { recordKnownNetwork } from '../throttle/known-network.ts'
import { createSession, endSession, generateToken, type SignInMethod } from '../sessions/session.ts'
import type { Staff } from '../staff.entity.ts'

/** A new session. Only the hash of its token is stored. */
export interface SignedIn {
  staff: Staff
  token: string
}

export interface SignInCompletion {
  /** Token of the browser's current session, which ends. */
  currentToken?: string | undefined
  method: SignInMethod
  /** When the person passed the second factor; null without one. */
  stepUpAt: Date | null
  /** Runs in the transaction that creates the session. */
  inTransaction: (tx: Tx<AuditedContext>) => Promise<unknown>
}

/**
 * Creates the session of a person who passed all steps of the sign-in.
 * @throws Problem unauthorized, reason `invalid_credentials`, as `lockUnchangedStaff`; the errors of `inTransaction`.
 */
export async function completeSignIn(
  ctx: AuditedContext,
  staff: Staff,
  completion: SignInCompletion,
): Promise<SignedIn> {
  const token = generateToken(ctx.ids)
  const client = { ip: ctx.origin?.ip ?? null, userAgent: ctx.origin?.userAgent ?? null }
  const { currentToken, method, stepUpAt, inTransaction } = completion
  await transaction(withStaffActor(ctx, staff), async (tx) => {
    await lockUnchangedStaff(tx, staff)
    await inTransaction(tx)
    if (currentToken !== undefined) await endSession(tx, currentToken)
    await createSession(tx, staff.id, token, { ...client, method, stepUpAt })
    await recordKnownNetwork(tx, staff.id, client.ip)
    await recordAudit(tx, {
      action: 'staff.sign_in',
      target: { type: 'staff', id: staff.id },
      ...(method === 'provider' ? { after: { method } } : {}),
    })
  })
  return { staff, token }
}

/**
 * Locks the row of a person and checks that it has not changed since the password was verified. A change of the
 * password or access ends all sessions. Without the lock, a sign-in that started before the change could create one
 * afterwards.
 * @throws Problem unauthorized, reason `invalid_credentials`, when password, role or active state have changed.
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

/** Returns the context with the person as actor. */
export const withStaffActor = (ctx: AuditedContext, staff: Staff): AuditedContext => ({
  ...ctx,
  actor: `staff:${staff.id}`,
  origin: {
    role: staff.role,
    ip: ctx.origin?.ip ?? null,
    userAgent: ctx.origin?.userAgent ?? null,
  },
})
