import { recordAudit, type AuditedContext } from '../../audit/record-audit.ts'
import { transaction } from '../../kernel/context.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Makes ten recovery codes in place of those there were; they are told this once. */
export function renewRecoveryCodes(ctx: AuditedContext, staffId: string): Promise<string[]> {
  return transaction(ctx, async (tx) => {
    const codes = await replaceRecoveryCodes(tx, staffId)
    await recordAudit(tx, { action: 'staff.recovery_codes_renewed', target: { type: 'staff', id: staffId } })
    return codes
  })
}
