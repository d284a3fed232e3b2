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
  /** Token of the browser's current session, which the sign-in ends. */
  currentToken?: string | undefined
  /**
   * Whether only administrators may sign in with a password, and all other people sign in at the identity provider.
   */
  adminsOnly?: boolean
}

/** The result of the first step: a session, or a challenge for a code or for the enrolment of an app. */
export type SignInStep = ({ next: 'done' } & SignedIn) | { next: 'code' | 'enrol'; token: string }

/**
 * First step of the sign-in: verifies e-mail and password. All refusals have the same answer after the same time:
 * unknown e-mail, wrong password, deactivated person, or no sign-in by password allowed. If no second step is needed,
 * creates a session. Otherwise returns a token that is valid only for the second step.
 * @throws Problem unauthorized, reason `invalid_credentials`.
 * @throws Problem rate_limited as `countAttempt`.
 */
export async function signIn(ctx: AuditedContext, input: SignIn): Promise<SignInStep> {
  const email = input.email.trim().toLowerCase()
  const staff = await findStaffByEmail(ctx, email)
  const attempt = await countAttempt(ctx, { kind: 'sign-in', account: email, staffId: staff?.id ?? null })

  const isRight = await verifyPassword(staff?.passwordHash, input.password)
  const mayUsePassword = input.adminsOnly !== true || staff?.role === 'admin'
  if (!staff || !isRight || !mayUsePassword || staff.disabledAt !== null) {
    await recordRefusal(ctx, staff)
    throw new Problem('unauthorized', { reason: 'invalid_credentials' })
  }
  if (await hasTotp(ctx, staff.id)) return challenge(ctx, staff, { ...input, attempt, next: 'code' })
  if (needsTotp(staff.role)) return challenge(ctx, staff, { ...input, attempt, next: 'enrol' })
  const signedIn = await completeSignIn(ctx, staff, {
    currentToken: input.currentToken,
    method: 'local',
    stepUpAt: null,
    inTransaction: (tx) => clearAttempts(tx, attempt),
  })
  return { next: 'done', ...signedIn }
}

interface ChallengeOptions {
  next: 'code' | 'enrol'
  currentToken?: string | undefined
  attempt: Attempt
}

function challenge(
  ctx: AuditedContext,
  staff: Staff,
  { next, currentToken, attempt }: ChallengeOptions,
): Promise<SignInStep> {
  const token = generateToken(ctx.ids)
  return transaction(ctx, async (tx) => {
    await lockUnchangedStaff(tx, staff)
    if (currentToken !== undefined) await endSession(tx, currentToken)
    await startMfaChallenge(tx, staff.id, token)
    await clearAttempts(tx, attempt)
    return { next, token }
  })
}

/** Records the refusal of an unknown e-mail as well, so that known and unknown e-mails cause the same work. */
async function recordRefusal(ctx: AuditedContext, staff: Staff | null): Promise<void> {
  await transaction(ctx, (tx) =>
    recordAudit(tx, { action: 'staff.sign_in_refused', target: { type: 'staff', id: staff?.id ?? null } }),
  )
}
