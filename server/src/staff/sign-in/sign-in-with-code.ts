import type { AuditedContext } from '../../audit/record-audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { completeSignIn, type SignedIn } from './complete-sign-in.ts'
import { endMfaChallenge, findMfaChallenge } from './mfa-challenge.ts'
import { verifySecondFactor } from '../second-factor/second-factor.ts'
import { findStaff } from '../staff.queries.ts'

/**
 * Second step of the sign-in: verifies a code of the app or a recovery code. Consumes the token of the first step and
 * creates a session with a new token.
 * @throws Problem unauthorized, reason `sign_in_over`: the first step is missing or expired.
 * @throws Problem unauthorized, reason `invalid_credentials`: the code is wrong.
 * @throws Problem rate_limited.
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
    stepUpAt: ctx.clock.now(),
    inTransaction: async (tx) => {
      if (!(await endMfaChallenge(tx, challengeToken))) throw signInOver()
    },
  })
}

export const signInOver = (): Problem => new Problem('unauthorized', { reason: 'sign_in_over' })
