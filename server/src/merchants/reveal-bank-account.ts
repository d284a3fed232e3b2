import { recordAudit } from '../audit/record-audit.ts'
import { checkReason } from '../kernel/input/check-reason.ts'
import { transaction, type Context } from '../kernel/context.ts'
import type { BankAccount } from './bank-account.ts'
import { getCurrentBankAccount } from './bank-account.queries.ts'

/**
 * Returns a merchant's bank account in plain text, for the transfer. Records the reveal and its reason in the audit
 * log.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `account_not_found`.
 * @throws Problem conflict, reason `bank_account_missing`.
 */
export function revealBankAccount(ctx: Context, merchantId: string, reason: string): Promise<BankAccount> {
  checkReason(reason)
  return transaction(ctx, async (tx) => {
    const { id, account } = await getCurrentBankAccount(tx, merchantId)
    await recordAudit(tx, {
      action: 'merchant.reveal_bank_account',
      target: { type: 'bank_account', id },
      merchantId,
      reason,
    })
    return account
  })
}
