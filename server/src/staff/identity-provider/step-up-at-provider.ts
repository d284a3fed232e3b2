import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { findStaffByIdentity } from './provision-staff.ts'
import type { Identity } from './identity.ts'
import { findSession, generateToken, rotateSessionToken } from '../sessions/session.ts'
import { provisionOrRecordRefusal } from './sign-in-at-provider.ts'

/**
 * Step-up authentication: marks the session of `token` as recently authenticated, after a new login at the provider.
 * Returns the new token of the session.
 * @throws Problem unauthorized, reason `sign_in_over`, when `token` has no session that began at the provider.
 * @throws Problem forbidden, reason `other_person`: another person authenticated at the provider.
 * @throws Problem forbidden, reason `role_changed`: the person's role has changed, so the person must sign in again.
 * @throws Problem as `provisionStaff` does.
 */
export async function stepUpAtProvider(
  ctx: AuditedContext,
  identity: Identity,
  token: string | undefined,
): Promise<string> {
  const session = token === undefined ? null : await findSession(ctx, token)
  if (token === undefined || session?.method !== 'provider')
    throw new Problem('unauthorized', { reason: 'sign_in_over' })
  const linked = await findStaffByIdentity(ctx, identity)
  if (linked?.id !== session.staffId) throw new Problem('forbidden', { reason: 'other_person' })
  const staff = await provisionOrRecordRefusal(ctx, identity)
  if (staff.role !== session.role) throw new Problem('forbidden', { reason: 'role_changed' })
  const newToken = generateToken(ctx.ids)
  await transaction(ctx, async (tx) => {
    await rotateSessionToken(tx, { token, newToken, stepUpAt: tx.clock.now() })
    await recordAudit(tx, {
      action: 'staff.step_up',
      target: { type: 'staff', id: staff.id },
      after: { factor: 'provider' },
    })
  })
  return newToken
}
