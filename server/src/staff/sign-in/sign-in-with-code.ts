import type { AuditedContext } from '../../audit/record-audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { completeSignIn, type SignedIn } from './complete-sign-in.ts'
import { endMfaChallenge, findMfaChallenge } from './mfa-challenge.ts'
import { verifySecondFactor } from '../second-factor/second-factor.ts'
import { findStaff } from '../staff.queries.ts'

/**
 * The second step: a code of the app, or a recovery code. The token of the first step is used up, and a session
 * begins under another.
 * @throws Problem unauthorized, reason `sign_in_over` when the first step was not taken or too long ago, or
 *   `invalid_credentials`; rate_limited.
 */
export async function signInWithCode(
  ctx: AuditedContext,
  challengeToken: string | undefined,
  code: string,
): Promise<SignedIn> {
  const staffId = challengeToken === undefined ? null : await findMfaChallenge(ctx, challengeToken)
  const staff = staffId === null ? null : await findStaff(ctx, staffId)
  if (!staff || challengeToken === undefined) throw signInOver()
  const factor = await verifySecondFactor(ctx, staff.id, code)
  if (factor === null) throw new Problem('unauthorized', { reason: 'invalid_credentials' })
  return completeSignIn(ctx, staff, {
    method: 'local',
    provedAt: ctx.clock.now(),
    also: async (tx) => {
      if (!(await endMfaChallenge(tx, challengeToken))) throw signInOver()
    },
  })
}

export const signInOver = (): Problem => new Problem('unauthorized', { reason: 'sign_in_over' })
