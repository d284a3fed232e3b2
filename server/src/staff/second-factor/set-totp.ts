import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { endSessionsExcept } from '../sessions/session.ts'
import type { Staff } from '../staff.entity.ts'
import { replaceTotpSecret } from './totp-store.ts'
import { newTotpSecret } from './totp.ts'

/** A person's new authenticator secret and recovery codes. No later call returns the secret or the codes again. */
export interface SetTotp {
  secret: string
  recoveryCodes: string[]
}

/**
 * Replaces a person's authenticator secret and recovery codes immediately, without confirmation by a code, and ends
 * their sessions. Only the operator's command line uses this function.
 */
export function setTotp(ctx: AuditedContext, staff: Staff): Promise<SetTotp> {
  const secret = newTotpSecret(ctx.ids)
  return transaction(ctx, async (tx) => {
    await replaceTotpSecret(tx, staff.id, secret)
    const recoveryCodes = await replaceRecoveryCodes(tx, staff.id)
    await endSessionsExcept(tx, staff.id)
    await recordAudit(tx, { action: 'staff.totp_set', target: { type: 'staff', id: staff.id } })
    return { secret, recoveryCodes }
  })
}
