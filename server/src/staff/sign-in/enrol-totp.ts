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

/** What is typed or photographed into the app. It is shown this once. */
export interface TotpOffer {
  secret: string
  /** The text of the picture: `otpauth://totp/…`. */
  uri: string
}

/** An app that counts from now on, and the codes for the day it is lost. They exist nowhere else. */
export interface Enrolled extends SignedIn {
  recoveryCodes: string[]
}

/**
 * Whose sign-in waits for an app to be enrolled.
 * @throws Problem unauthorized, reason `sign_in_over`, also when they have an app, which nobody replaces by a
 *   password alone.
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

/** Offers a person a secret for their app. It counts once a code confirms it; what counts until then stays. */
export async function beginTotp(ctx: AuditedContext, staff: Staff): Promise<TotpOffer> {
  const secret = newTotpSecret(ctx.ids)
  await transaction(ctx, (tx) => offerTotpSecret(tx, staff.id, secret))
  return { secret, uri: totpUri(secret, staff.email) }
}

/**
 * Has the secret on offer count and the sign-in that waited for it end in a session.
 * @throws Problem validation_error, reason `invalid_credentials`, when the code is not one of the offered secret's;
 *   unauthorized, reason `sign_in_over`; rate_limited.
 */
export async function completeEnrolment(
  ctx: AuditedContext,
  challengeToken: string | undefined,
  code: string,
): Promise<Enrolled> {
  const staff = await findStaffToEnrol(ctx, challengeToken)
  const guess = await countCodeAttempt(ctx, staff.id)
  let recoveryCodes: string[] = []
  const entered = await completeSignIn(ctx, staff, {
    method: 'local',
    provedAt: ctx.clock.now(),
    also: async (tx) => {
      if (!(await endMfaChallenge(tx, challengeToken ?? '')) || (await hasTotp(tx, staff.id)))
        throw signInOver()
      recoveryCodes = await confirm(tx, staff, { code, guess })
    },
  })
  return { ...entered, recoveryCodes }
}

/**
 * Has the secret on offer count for somebody who is signed in, in place of what they had. The session goes on under a
 * fresh token, as proved.
 * @throws Problem validation_error, reason `invalid_credentials`; rate_limited.
 */
export async function confirmTotp(
  ctx: AuditedContext,
  staff: Staff,
  { token, code }: { token: string; code: string },
): Promise<Enrolled> {
  const fresh = generateToken(ctx.ids)
  const guess = await countCodeAttempt(ctx, staff.id)
  const recoveryCodes = await transaction(ctx, async (tx) => {
    const codes = await confirm(tx, staff, { code, guess })
    await rotateSessionToken(tx, { token, fresh, provedAt: tx.clock.now() })
    return codes
  })
  return { staff, token: fresh, recoveryCodes }
}

/** What confirms an offer, and the count of it. */
interface Confirmation {
  code: string
  guess: Attempt
}

async function confirm(
  tx: Tx<AuditedContext>,
  staff: Staff,
  { code, guess }: Confirmation,
): Promise<string[]> {
  if (!(await confirmTotpOffer(tx, staff.id, code.replaceAll(/\s/g, '')))) throw invalidCredentials()
  await clearAttempts(tx, guess)
  await recordAudit(tx, { action: 'staff.totp_enrolled', target: { type: 'staff', id: staff.id } })
  return replaceRecoveryCodes(tx, staff.id)
}
