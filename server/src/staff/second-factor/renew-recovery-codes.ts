import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Replaces the recovery codes of a person. Returns the new codes, which cannot be read again. */
export function renewRecoveryCodes(ctx: AuditedContext, staffId: string): Promise<string[]> {
  return transaction(ctx, async (tx) => {
    const codes = await replaceRecoveryCodes(tx, staffId)
    await recordAudit(tx, { action: 'staff.recovery_codes_renewed', target: { type: 'staff', id: staffId } })
    return codes
  })
}
