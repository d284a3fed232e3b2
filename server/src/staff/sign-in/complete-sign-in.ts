import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { lockRow } from '../../kernel/database/lock-row.ts'
import { recordKnownNetwork } from '../throttle/known-network.ts'
import { createSession, endSession, generateToken, type SignInMethod } from '../sessions/session.ts'
import { Staff } from '../staff.entity.ts'

/** A new session. Only the hash of its token is stored. */
export interface SignedIn {
  staff: Staff
  token: string
}

export interface SignInCompletion {
  /** The token of the browser's current session, which the sign-in ends. */
  currentToken?: string | undefined
  method: SignInMethod
  /** When the person passed the second factor; null if the sign-in had none. */
  stepUpAt: Date | null
  /** Called in the transaction that creates the session. */
  inTransaction: (tx: Tx<AuditedContext>) => Promise<unknown>
}

/**
 * Creates the session of a person who passed all steps of the sign-in.
 * @throws Problem unauthorized, reason `invalid_credentials`, as `lockUnchangedStaff` does.
 * @throws any error that `inTransaction` throws.
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
    const locked = await lockUnchangedStaff(tx, staff)
    await inTransaction(tx)
    if (currentToken !== undefined) await endSession(tx, currentToken)
    await createSession(tx, locked, token, { ...client, method, stepUpAt })
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
 * Locks the row of a person and checks that password, role and active state have not changed since the password was
 * verified. Returns the row. A change of password, role or active state ends all sessions of the person. Without the
 * lock, a sign-in that started before such a change could still create a session after it.
 * @throws Problem unauthorized, reason `invalid_credentials`, when password, role or active state have changed.
 */
export async function lockUnchangedStaff(tx: Tx, { id, passwordHash, role }: Staff): Promise<Staff> {
  const locked = await lockRow(tx, Staff, { id })
  const isSame = locked?.passwordHash === passwordHash && locked.role === role && locked.disabledAt === null
  if (!isSame) throw new Problem('unauthorized', { reason: 'invalid_credentials' })
  return locked
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
