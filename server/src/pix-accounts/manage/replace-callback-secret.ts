import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { requestRun } from '../../kernel/jobs/request-run.ts'
import { insertSecrets } from '../account-secrets.ts'
import type { PixAccount } from '../pix-account.entity.ts'
import { newCallbackSecret } from './callback-secret.ts'
import { assertStored, lockAccount } from './lock-account.ts'

/** The job that registers the callback URLs at the PSPs. */
export const CALLBACK_JOB = 'callback'

/**
 * Replaces the secret in the callback URL of an account, and makes the registration of the new URL at the PSP due now.
 * Earlier secrets stay valid until the PSP has registered the new URL, see `deleteReplacedSecrets`.
 * @throws Problem not_found, reason `pix_account_not_found`.
 * @throws Problem conflict, reason `pix_account_uses_settings`: the secret is in the settings.
 */
export async function replaceCallbackSecret(ctx: Context, id: string): Promise<PixAccount> {
  return await transaction(ctx, async (tx) => {
    const account = await lockAccount(tx, id)
    assertStored(account)
    account.version += 1
    account.updatedAt = tx.clock.now()
    await tx.em.flush()
    const { version } = account
    await insertSecrets(tx, { accountId: id, version }, { callback_secret: newCallbackSecret(tx) })
    await requestRun(tx, CALLBACK_JOB)
    await recordAudit(tx, {
      action: 'pix_account.replace_callback_secret',
      target: { type: 'pix_account', id },
      after: { version },
    })
    return account
  })
}
