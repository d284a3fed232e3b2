import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { requestRun } from '../../kernel/jobs/request-run.ts'
import type { PixAccount } from '../pix-account.entity.ts'
import { checkConnection, type NewConnection } from './account-input.ts'
import { assertIdle } from './assert-idle.ts'
import { assertStored, lockAccount } from './lock-account.ts'
import { CALLBACK_JOB } from './replace-callback-secret.ts'

/**
 * Changes the URLs and the Pix key of an account. Values that are not given stay as they are. Every process uses the
 * new connection within about a second. Makes the registration of the callback URL at the PSP due now. Does nothing if
 * every value stays the same.
 *
 * The URL of API Pix and the Pix key can be changed only while the account gets no new charges and has no open work.
 * The reason is that open charges exist only at the earlier URL, and contain the earlier key.
 * @throws Problem not_found, reason `pix_account_not_found`.
 * @throws Problem validation_error naming the fields.
 * @throws Problem conflict, reason `pix_account_uses_settings`, `pix_account_not_draining` or
 * `pix_account_has_open_work`.
 */
export async function changePixAccountConnection(
  ctx: Context,
  id: string,
  given: NewConnection,
): Promise<PixAccount> {
  return await transaction(ctx, async (tx) => {
    const account = await lockAccount(tx, id)
    assertStored(account)
    checkConnection(given, account.environment)
    const before = shown(account)
    account.baseUrl = given.baseUrl ?? account.baseUrl
    account.tokenUrl = given.tokenUrl ?? account.tokenUrl
    account.pixKey = given.pixKey ?? account.pixKey
    const after = shown(account)
    if (before.base_url !== after.base_url || before.dict !== after.dict) await assertIdle(tx, account)
    else if (before.auth_url === after.auth_url) return account
    account.version += 1
    account.updatedAt = tx.clock.now()
    await tx.em.flush()
    await requestRun(tx, CALLBACK_JOB)
    await recordAudit(tx, {
      action: 'pix_account.change_connection',
      target: { type: 'pix_account', id },
      before,
      after,
    })
    return account
  })
}

const shown = ({ baseUrl, tokenUrl, pixKey }: PixAccount) => ({
  base_url: baseUrl,
  auth_url: tokenUrl,
  dict: pixKey,
})
