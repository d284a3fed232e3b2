import { recordAudit } from '../audit/record-audit.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import {
  checkBankAccount,
  maskBankAccount,
  sealBankAccount,
  type BankAccount,
} from '../merchants/bank-account.ts'
import { findBankAccounts } from '../merchants/bank-account.queries.ts'
import { MerchantBankAccount } from '../merchants/merchant-bank-account.entity.ts'
import { Merchant } from '../merchants/merchant.entity.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { recordTerms } from '../merchants/terms-history.ts'
import { termsOf } from '../merchants/terms.ts'

/**
 * Sets the bank account for a merchant's future payouts. Null removes the bank account. The removal suspends payouts
 * until another bank account is set (`payouts.suspended`, reason `bank_account_missing`). Existing payouts keep their
 * bank account.
 * @throws Problem validation_error naming the fields.
 * @throws Problem not_found, reason `account_not_found`.
 */
export async function setBankAccount(
  ctx: Context,
  merchantId: string,
  account: BankAccount | null,
): Promise<Merchant> {
  if (account) checkBankAccount(account)
  await getMerchant(ctx, merchantId)
  return await transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    await emitSuspensionChange(tx, merchantId)
    const merchant = await lockRow(tx, Merchant, { id: merchantId })
    if (!merchant) throw new Error(`BUG: setBankAccount: merchant ${merchantId} was deleted`)
    if (account || merchant.bankAccountId !== null) await change(tx, merchant, account)
    return merchant
  })
}

async function change(tx: Tx, merchant: Merchant, account: BankAccount | null): Promise<void> {
  const now = tx.clock.now()
  const { id: merchantId, bankAccountId: previousId } = merchant
  const id = account ? await createBankAccount(tx, merchantId, account, now) : null
  Object.assign(merchant, {
    bankAccountId: id,
    bankAccountRemovedAt: id === null ? now : null,
    updatedAt: now,
  })
  await tx.em.flush()
  await recordTerms(tx, merchantId, termsOf(merchant), now)
  await recordAudit(tx, {
    action: 'merchant.set_bank_account',
    target: { type: 'merchant', id: merchantId },
    merchantId,
    before: await forAudit(tx, previousId),
    after: await forAudit(tx, id),
  })
}

async function createBankAccount(
  tx: Tx,
  merchantId: string,
  account: BankAccount,
  now: Date,
): Promise<string> {
  const id = tx.ids.uuid(now)
  tx.em.create(MerchantBankAccount, {
    merchantId,
    id,
    shown: maskBankAccount(account),
    ...sealBankAccount(tx, id, account),
    createdAt: now,
    createdBy: tx.actor,
  })
  await tx.em.flush()
  return id
}

async function forAudit(tx: Tx, id: string | null) {
  const [account] = id === null ? [] : await findBankAccounts(tx, [id])
  if (!account) return { bank_account: null }
  const { ispb, branch, accountMasked, type } = account
  return { bank_account: id, ispb, branch, account: accountMasked, type }
}
