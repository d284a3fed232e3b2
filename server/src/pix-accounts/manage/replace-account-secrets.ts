import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { firstEndOf } from '../../kernel/settings/certificate-ends.ts'
import { checkSecrets, storedSecrets, type GivenSecrets } from './account-input.ts'
import { insertSecrets } from '../account-secrets.ts'
import { assertStored, lockAccount } from './lock-account.ts'
import type { PixAccount } from '../pix-account.entity.ts'

/**
 * Replaces secrets of an account. Every process uses the new version within about a second, without a restart. Secrets
 * that are not given keep their value.
 * @throws Problem not_found, reason `pix_account_not_found`; validation_error naming the fields.
 * @throws Problem conflict, reason `pix_account_uses_settings`: the secrets are in the settings.
 */
export async function replacePixAccountSecrets(
  ctx: Context,
  id: string,
  given: GivenSecrets,
): Promise<PixAccount> {
  checkSecrets(given, ctx.clock.now())
  return await transaction(ctx, async (tx) => {
    const account = await lockAccount(tx, id)
    assertStored(account)
    account.version += 1
    account.updatedAt = tx.clock.now()
    if (given.certificate) account.certificateEndsAt = firstEndOf(given.certificate) ?? null
    await tx.em.flush()
    const secrets = storedSecrets(given)
    await insertSecrets(tx, { accountId: id, version: account.version }, secrets)
    await recordAudit(tx, {
      action: 'pix_account.replace_secrets',
      target: { type: 'pix_account', id },
      after: { replaced: Object.keys(secrets), version: account.version },
    })
    return account
  })
}
