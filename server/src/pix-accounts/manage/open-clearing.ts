import type { Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/**
 * Creates the clearing accounts of receiving accounts in the ledger of a merchant. Does nothing for a clearing account
 * that exists.
 */
export async function openClearing(tx: Tx, merchantId: string, accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds)
    await db(tx)
      .selectNoFrom((row) => row.fn('open_clearing', [row.val(merchantId), row.val(accountId)]).as('opened'))
      .execute()
}
