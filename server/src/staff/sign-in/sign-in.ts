import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { completeSignIn, lockUnchangedStaff, type SignedIn } from './complete-sign-in.ts'
import { startMfaChallenge } from './mfa-challenge.ts'
import { verifyPassword } from '../passwords/password.ts'
import { needsTotp } from '../permissions.ts'
import { endSession, generateToken } from '../sessions/session.ts'
import type { Staff } from '../staff.entity.ts'
import { findStaffByEmail } from '../staff.queries.ts'
import { countAttempt, clearAttempts, type Attempt } from '../throttle/throttle.ts'
import { hasTotp } from '../second-factor/totp-store.ts'

export interface SignIn {
  email: string
  password: string
  /** The session that the browser has now, if any: it ends with the sign-in. */
  currentToken?: string | undefined
  /** Nobody but administrators comes in this way: others sign in at the identity provider. */
  adminsOnly?: boolean
}

/** What a right password leads to: a session, or the code of an app, which may have to be enrolled first. */
export type SignInStep = ({ next: 'done' } & SignedIn) | { next: 'code' | 'enrol'; token: string }

/**
 * The first step: e-mail and password. An unknown e-mail, a wrong password, a person shut out and one who does not
 * come in this way look the same and take as long. Where nothing more is needed a session begins; otherwise the token
 * opens the second step alone.
 * @throws Problem unauthorized, reason `invalid_credentials`; rate_limited as `countAttempt`.
 */
export async function signIn(ctx: AuditedContext, input: SignIn): Promise<SignInStep> {
  const email = input.email.trim().toLowerCase()
  const staff = await findStaffByEmail(ctx, email)
  const attempt = await countAttempt(ctx, { what: 'sign-in', account: email, staffId: staff?.id ?? null })

  const isRight = await verifyPassword(staff?.passwordHash, input.password)
  const isLetIn = input.adminsOnly !== true || staff?.role === 'admin'
  if (!staff || !isRight || !isLetIn || staff.disabledAt !== null) {
    await recordRefusal(ctx, staff)
    throw new Problem('unauthorized', { reason: 'invalid_credentials' })
  }
  if (await hasTotp(ctx, staff.id)) return half(ctx, staff, { ...input, attempt, next: 'code' })
  if (needsTotp(staff.role)) return half(ctx, staff, { ...input, attempt, next: 'enrol' })
  const signedIn = await completeSignIn(ctx, staff, {
    currentToken: input.currentToken,
    method: 'local',
    provedAt: null,
    also: (tx) => clearAttempts(tx, attempt),
  })
  return { next: 'done', ...signedIn }
}

interface Half {
  next: 'code' | 'enrol'
  currentToken?: string | undefined
  attempt: Attempt
}

function half(ctx: AuditedContext, staff: Staff, { next, currentToken, attempt }: Half): Promise<SignInStep> {
  const token = generateToken(ctx.ids)
  return transaction(ctx, async (tx) => {
    await lockUnchangedStaff(tx, staff)
    if (currentToken !== undefined) await endSession(tx, currentToken)
    await startMfaChallenge(tx, staff.id, token)
    await clearAttempts(tx, attempt)
    return { next, token }
  })
}

/** Also for an e-mail that nobody has, so that both cases do the same work. */
async function recordRefusal(ctx: AuditedContext, staff: Staff | null): Promise<void> {
  await transaction(ctx, (tx) =>
    recordAudit(tx, { action: 'staff.sign_in_refused', target: { type: 'staff', id: staff?.id ?? null } }),
  )
}
