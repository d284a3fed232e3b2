import { lockRow } from '../../kernel/database/lock-row.ts'
import type { Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { isStorable } from '../../kernel/values/storable.ts'
import { DEFAULT_PIX_ACCOUNT } from '../../pix/pix-accounts.ts'
import { PixAccount } from '../pix-account.entity.ts'

/** Locks an account until the transaction ends. @throws Problem not_found, reason `pix_account_not_found`. */
export async function lockAccount(tx: Tx, id: string): Promise<PixAccount> {
  const account = isStorable(id) ? await lockRow(tx, PixAccount, { id }) : null
  if (!account) throw new Problem('not_found', { reason: 'pix_account_not_found' })
  return account
}

/**
 * Refuses the account `default`, whose connection is in the settings.
 * @throws Problem conflict, reason `pix_account_uses_settings`.
 */
export function assertStored({ id }: PixAccount): void {
  if (id === DEFAULT_PIX_ACCOUNT) throw new Problem('conflict', { reason: 'pix_account_uses_settings' })
}
