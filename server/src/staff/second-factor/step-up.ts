import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { invalidCredentials, verifySecondFactor } from './second-factor.ts'
import { generateToken, rotateSessionToken } from '../sessions/session.ts'

/**
 * Step-up authentication: verifies a code and marks the session as recently authenticated. Returns the new token of the
 * session.
 * @throws Problem validation_error, reason `invalid_credentials`.
 * @throws Problem rate_limited.
 */
export async function stepUp(
  ctx: AuditedContext,
  { staffId, token, code }: { staffId: string; token: string; code: string },
): Promise<string> {
  const factor = await verifySecondFactor(ctx, staffId, code)
  if (factor === null) throw invalidCredentials()
  const newToken = generateToken(ctx.ids)
  await transaction(ctx, async (tx) => {
    await rotateSessionToken(tx, { token, newToken, stepUpAt: tx.clock.now() })
    await recordAudit(tx, {
      action: 'staff.step_up',
      target: { type: 'staff', id: staffId },
      after: { factor },
    })
  })
  return newToken
}
