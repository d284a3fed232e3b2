import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { lockRow } from '../../kernel/database/lock-row.ts'
import { db } from '../../kernel/database/tables.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { isStorable } from '../../kernel/values/storable.ts'
import { Merchant } from '../../merchants/merchant.entity.ts'
import { listAssignedAccounts } from '../account.queries.ts'
import { openClearing } from './open-clearing.ts'

const ACCOUNTS_MAX = 10

/**
 * Replaces the ordered list of a merchant's accounts. An empty list means the account `default`. Existing charges keep
 * their account. Returns the new list.
 * @throws Problem not_found, reason `account_not_found` or `pix_account_not_found`.
 * @throws Problem validation_error: the list is too long or names an account twice.
 */
export async function assignPixAccounts(
  ctx: Context,
  merchantId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  if (accountIds.length > ACCOUNTS_MAX || new Set(accountIds).size < accountIds.length)
    throw new Problem('validation_error', {
      fields: [{ path: 'accountIds', code: 'not_allowed', hint: `Até ${ACCOUNTS_MAX} contas diferentes.` }],
    })
  return await transaction(ctx, async (tx) => {
    const merchant = isUuid(merchantId) ? await lockRow(tx, Merchant, { id: merchantId }) : null
    if (!merchant) throw new Problem('not_found', { reason: 'account_not_found' })
    await assertExist(tx, accountIds)
    const before = await listAssignedAccounts(tx, merchantId)
    await db(tx).deleteFrom('merchant_pix_account').where('merchant_id', '=', merchantId).execute()
    if (accountIds.length > 0)
      await db(tx)
        .insertInto('merchant_pix_account')
        .values(
          accountIds.map((id, index) => ({
            merchant_id: merchantId,
            position: index + 1,
            pix_account_id: id,
          })),
        )
        .execute()
    await openClearing(tx, merchantId, accountIds)
    await recordAudit(tx, {
      action: 'pix_account.assign',
      target: { type: 'merchant', id: merchantId },
      merchantId,
      before: { accounts: before },
      after: { accounts: accountIds },
    })
    return [...accountIds]
  })
}

async function assertExist(tx: Tx, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  const known = accountIds.every(isStorable)
    ? await db(tx).selectFrom('pix_account').select('id').where('id', 'in', accountIds).execute()
    : []
  if (known.length < accountIds.length) throw new Problem('not_found', { reason: 'pix_account_not_found' })
}
