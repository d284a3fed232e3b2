import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { Faults, text } from '../http/parse.ts'
import { transaction, type Context } from '../kernel/context.ts'
import type { BankAccount } from './bank-account.ts'
import { getCurrentBankAccount } from './bank-account.queries.ts'

/**
 * Shows a merchant's bank account in the clear, to whoever makes the transfer; that it was shown, and why, is kept.
 * @throws Problem validation_error; not_found, reason `account_not_found`; conflict, reason `bank_account_missing`.
 */
export function revealBankAccount(ctx: Context, merchantId: string, reason: string): Promise<BankAccount> {
  const faults = new Faults()
  faults.read(z.object({ reason: text(1, 500) }), { reason })
  faults.throwIfAny()
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
