import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { openBankAccount, type BankAccount, type MaskedBankAccount } from './bank-account.ts'
import { getMerchant } from './merchant.queries.ts'

/** A current or former bank account of a merchant, in its masked form. */
export interface BankAccountRecord extends MaskedBankAccount {
  id: string
  createdAt: Date
}

/** Returns the bank accounts with these ids, masked, in any order. */
export async function findBankAccounts(ctx: Context, ids: readonly string[]): Promise<BankAccountRecord[]> {
  const rows = await db(ctx)
    .selectFrom('merchant_bank_account')
    .select(['id', 'shown', 'created_at as createdAt'])
    .where('id', '=', anyUuid(ids))
    .execute()
  return rows.map(({ shown, ...row }) => ({ ...shown, ...row }))
}

/**
 * Returns a merchant's current bank account, decrypted.
 * @throws Problem not_found, reason `account_not_found`.
 * @throws Problem conflict, reason `bank_account_missing`.
 */
export async function getCurrentBankAccount(
  ctx: Context,
  merchantId: string,
): Promise<{ id: string; account: BankAccount }> {
  const { bankAccountId } = await getMerchant(ctx, merchantId)
  const row = await db(ctx)
    .selectFrom('merchant_bank_account')
    .select(['id', 'box', 'key_id as keyId'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', bankAccountId)
    .executeTakeFirst()
  if (!row) throw new Problem('conflict', { reason: 'bank_account_missing' })
  return { id: row.id, account: openBankAccount(ctx, row.id, row) }
}
