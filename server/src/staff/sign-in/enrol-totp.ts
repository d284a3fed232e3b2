import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction, type Tx } from '../../kernel/context.ts'
import { enter, type SignedIn } from './enter.ts'
import { endHalf, findHalf } from './half-sign-in.ts'
import { makeRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { countGuess, notProved } from '../second-factor/second-factor.ts'
import { makeToken, renewSession } from '../sessions/session.ts'
import { signInOver } from './sign-in-with-code.ts'
import type { Staff } from '../staff.entity.ts'
import { findStaff } from '../staff.queries.ts'
import { forgiveAttempt, type Attempt } from '../throttle/throttle.ts'
import { confirmOffer, hasTotp, offerTotp } from '../second-factor/totp-store.ts'
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
export async function findEnrolling(ctx: AuditedContext, halfToken: string | undefined): Promise<Staff> {
  const staffId = halfToken === undefined ? null : await findHalf(ctx, halfToken)
  const staff = staffId === null ? null : await findStaff(ctx, staffId)
  if (!staff || (await hasTotp(ctx, staff.id))) throw signInOver()
  return staff
}

/** Offers a person a secret for their app. It counts once a code confirms it; what counts until then stays. */
export async function beginTotp(ctx: AuditedContext, staff: Staff): Promise<TotpOffer> {
  const secret = newTotpSecret(ctx.ids)
  await transaction(ctx, (tx) => offerTotp(tx, staff.id, secret))
  return { secret, uri: totpUri(secret, staff.email) }
}

/**
 * Has the secret on offer count and the sign-in that waited for it end in a session.
 * @throws Problem validation_error, reason `invalid_credentials`, when the code is not one of the offered secret's;
 *   unauthorized, reason `sign_in_over`; rate_limited.
 */
export async function signInByEnrolling(
  ctx: AuditedContext,
  halfToken: string | undefined,
  code: string,
): Promise<Enrolled> {
  const staff = await findEnrolling(ctx, halfToken)
  const guess = await countGuess(ctx, staff.id)
  let recoveryCodes: string[] = []
  const entered = await enter(ctx, staff, {
    method: 'local',
    provedAt: ctx.clock.now(),
    also: async (tx) => {
      if (!(await endHalf(tx, halfToken ?? '')) || (await hasTotp(tx, staff.id))) throw signInOver()
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
  const fresh = makeToken(ctx.ids)
  const guess = await countGuess(ctx, staff.id)
  const recoveryCodes = await transaction(ctx, async (tx) => {
    const codes = await confirm(tx, staff, { code, guess })
    await renewSession(tx, { token, fresh, provedAt: tx.clock.now() })
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
  if (!(await confirmOffer(tx, staff.id, code.replaceAll(/\s/g, '')))) throw notProved()
  await forgiveAttempt(tx, guess)
  await recordAudit(tx, { action: 'staff.totp_enrolled', target: { type: 'staff', id: staff.id } })
  return makeRecoveryCodes(tx, staff.id)
}
