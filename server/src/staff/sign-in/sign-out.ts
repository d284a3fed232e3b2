import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { endMfaChallenge } from './mfa-challenge.ts'
import { endSession } from '../sessions/session.ts'

/** Ends the session or the pending sign-in that has this token. A second call has no effect. */
export async function signOut(ctx: AuditedContext, token: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await endMfaChallenge(tx, token)
    const staffId = await endSession(tx, token)
    if (staffId === null) return
    await recordAudit(tx, { action: 'staff.sign_out', target: { type: 'staff', id: staffId } })
  })
}
