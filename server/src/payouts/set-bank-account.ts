import { recordAudit } from '../audit/record-audit.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import {
  checkBankAccount,
  maskBankAccount,
  sealBankAccount,
  type BankAccount,
} from '../merchants/bank-account.ts'
import { findBankAccounts } from '../merchants/bank-account.queries.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { recordTerms } from '../merchants/terms-history.ts'
import { termsOf } from '../merchants/terms.ts'

/**
 * Sets the bank account for a merchant's future payouts. Null removes the account, which suspends payouts until another
 * one is set (`payouts.suspended`, reason `bank_account_missing`). Existing payouts keep their account.
 * @throws Problem validation_error naming the fields; not_found, reason `account_not_found`.
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
    await change(tx, merchantId, account)
    return getMerchant(tx, merchantId)
  })
}

async function change(tx: Tx, merchantId: string, account: BankAccount | null): Promise<void> {
  const now = tx.clock.now()
  const { bankAccountId: previousId } = await getMerchant(tx, merchantId)
  if (!account && previousId === null) return
  const id = account ? await insertBankAccount(tx, merchantId, account, now) : null
  await sql(
    tx,
    `update merchant set bank_account_id = $2, bank_account_removed_at = case when $2::uuid is null then $3::timestamptz end,
       updated_at = $3 where id = $1`,
    [merchantId, id, now],
  )
  await recordTerms(tx, merchantId, termsOf(await getMerchant(tx, merchantId)), now)
  await recordAudit(tx, {
    action: 'merchant.set_bank_account',
    target: { type: 'merchant', id: merchantId },
    merchantId,
    before: await forAudit(tx, previousId),
    after: await forAudit(tx, id),
  })
}

async function insertBankAccount(
  tx: Tx,
  merchantId: string,
  account: BankAccount,
  now: Date,
): Promise<string> {
  const id = tx.ids.uuid(now)
  const { box, keyId } = sealBankAccount(tx, id, account)
  await sql(
    tx,
    `insert into merchant_bank_account (merchant_id, id, shown, box, key_id, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, id, JSON.stringify(maskBankAccount(account)), box, keyId, now, tx.actor],
  )
  return id
}

async function forAudit(tx: Tx, id: string | null) {
  const [account] = id === null ? [] : await findBankAccounts(tx, [id])
  if (!account) return { bank_account: null }
  const { ispb, branch, accountMasked, type } = account
  return { bank_account: id, ispb, branch, account: accountMasked, type }
}
