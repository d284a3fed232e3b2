import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import { transaction } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { isPassword } from './password.ts'
import { beginSession, endSession, makeToken } from './session.ts'
import { countAttempt, forgiveAttempt, subjectsOf } from './throttle.ts'
import { findStaffByEmail } from './staff.queries.ts'
import type { Staff } from './staff.entity.ts'

export interface SignIn {
  email: string
  password: string
  /** The session that the browser has now, if any: it ends with the sign-in. */
  currentToken?: string | undefined
}

/** A session just begun. The token exists nowhere else. */
export interface SignedIn {
  staff: Staff
  token: string
}

/**
 * Begins a session under a fresh token. An unknown e-mail, a wrong password and a person shut out look the same and
 * take as long.
 * @throws Problem unauthorized, reason `invalid_credentials`; rate_limited after five attempts in fifteen minutes for
 *   the account or from the address.
 */
export async function signIn(ctx: AuditedContext, input: SignIn): Promise<SignedIn> {
  const now = ctx.clock.now()
  const email = input.email.trim().toLowerCase()
  const ip = ctx.origin?.ip ?? null
  const subjects = subjectsOf(ctx, email, ip)
  await countAttempt(ctx, subjects, now)

  const staff = await findStaffByEmail(ctx, email)
  const isRight = await isPassword(staff?.passwordHash, input.password)
  if (!staff || !isRight || staff.disabledAt !== null) {
    await recordRefusal(ctx, staff)
    throw new Problem('unauthorized', { reason: 'invalid_credentials' })
  }

  const token = makeToken(ctx.ids)
  const userAgent = ctx.origin?.userAgent ?? null
  const itself: AuditedContext = {
    ...ctx,
    actor: `staff:${staff.id}`,
    origin: { role: staff.role, ip, userAgent },
  }
  await transaction(itself, async (tx) => {
    if (input.currentToken !== undefined) await endSession(tx, input.currentToken)
    await beginSession(tx, staff.id, token, { ip, userAgent })
    await forgiveAttempt(tx, subjects, now)
    await recordAudit(tx, { action: 'staff.sign_in', target: { type: 'staff', id: staff.id } })
  })
  return { staff, token }
}

/** Also for an e-mail that nobody has, so that both cases do the same work. */
async function recordRefusal(ctx: AuditedContext, staff: Staff | null): Promise<void> {
  await transaction(ctx, (tx) =>
    recordAudit(tx, { action: 'staff.sign_in_refused', target: { type: 'staff', id: staff?.id ?? null } }),
  )
}
