import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction, type Tx } from '../../kernel/context.ts'
import { completeSignIn, type SignedIn } from './complete-sign-in.ts'
import { endMfaChallenge, findMfaChallenge } from './mfa-challenge.ts'
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { countCodeAttempt, invalidCredentials } from '../second-factor/second-factor.ts'
import { generateToken, rotateSessionToken } from '../sessions/session.ts'
import { signInOver } from './sign-in-with-code.ts'
import type { Staff } from '../staff.entity.ts'
import { findStaff } from '../staff.queries.ts'
import { clearAttempts, type Attempt } from '../throttle/throttle.ts'
import { confirmTotpOffer, hasTotp, offerTotpSecret } from '../second-factor/totp-store.ts'
import { newTotpSecret, totpUri } from '../second-factor/totp.ts'

/** A secret for an authenticator app. No later call returns the secret again. */
export interface TotpOffer {
  secret: string
  /** The content of the QR code: `otpauth://totp/…`. */
  uri: string
}

/** A confirmed enrolment. No later call returns the recovery codes again. */
export interface Enrolled extends SignedIn {
  recoveryCodes: string[]
}

/**
 * Returns the person whose sign-in is waiting for the enrolment of an app.
 * @throws Problem unauthorized, reason `sign_in_over`: no sign-in is waiting for an enrolment, or the person already
 * has an app. A password alone must not replace an app.
 */
export async function findStaffToEnrol(
  ctx: AuditedContext,
  challengeToken: string | undefined,
): Promise<Staff> {
  const staffId = challengeToken === undefined ? null : await findMfaChallenge(ctx, challengeToken)
  const staff = staffId === null ? null : await findStaff(ctx, staffId)
  if (!staff || (await hasTotp(ctx, staff.id))) throw signInOver()
  return staff
}

/** Creates a secret for an authenticator app. The current app stays valid until a code confirms the new app. */
export async function beginTotp(ctx: AuditedContext, staff: Staff): Promise<TotpOffer> {
  const secret = newTotpSecret(ctx.ids)
  await transaction(ctx, (tx) => offerTotpSecret(tx, staff.id, secret))
  return { secret, uri: totpUri(secret, staff.email) }
}

/**
 * Activates the offered secret and completes the sign-in that is waiting for it.
 * @throws Problem validation_error, reason `invalid_credentials`, when the code does not match the offered secret.
 * @throws Problem unauthorized, reason `sign_in_over`.
 * @throws Problem rate_limited.
 */
export async function completeEnrolment(
  ctx: AuditedContext,
  challengeToken: string | undefined,
  code: string,
): Promise<Enrolled> {
  const staff = await findStaffToEnrol(ctx, challengeToken)
  const attempt = await countCodeAttempt(ctx, staff.id)
  let recoveryCodes: string[] = []
  const signedIn = await completeSignIn(ctx, staff, {
    method: 'local',
    stepUpAt: ctx.clock.now(),
    inTransaction: async (tx) => {
      if (!(await endMfaChallenge(tx, challengeToken ?? '')) || (await hasTotp(tx, staff.id)))
        throw signInOver()
      recoveryCodes = await confirm(tx, staff, { code, attempt })
    },
  })
  return { ...signedIn, recoveryCodes }
}

/**
 * Activates the offered secret of a signed-in person and discards their current secret. Marks the session as recently
 * authenticated and gives it a new token.
 * @throws Problem validation_error, reason `invalid_credentials`.
 * @throws Problem rate_limited.
 */
export async function confirmTotp(
  ctx: AuditedContext,
  staff: Staff,
  { token, code }: { token: string; code: string },
): Promise<Enrolled> {
  const newToken = generateToken(ctx.ids)
  const attempt = await countCodeAttempt(ctx, staff.id)
  const recoveryCodes = await transaction(ctx, async (tx) => {
    const codes = await confirm(tx, staff, { code, attempt })
    await rotateSessionToken(tx, { token, newToken, stepUpAt: tx.clock.now() })
    return codes
  })
  return { staff, token: newToken, recoveryCodes }
}

/** A code, and the attempt that was counted for it. */
interface Confirmation {
  code: string
  attempt: Attempt
}

async function confirm(
  tx: Tx<AuditedContext>,
  staff: Staff,
  { code, attempt }: Confirmation,
): Promise<string[]> {
  if (!(await confirmTotpOffer(tx, staff.id, code.replaceAll(/\s/g, '')))) throw invalidCredentials()
  await clearAttempts(tx, attempt)
  await recordAudit(tx, { action: 'staff.totp_enrolled', target: { type: 'staff', id: staff.id } })
  return replaceRecoveryCodes(tx, staff.id)
}
