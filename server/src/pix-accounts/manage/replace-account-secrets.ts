import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { firstEndOf } from '../../kernel/settings/certificate-ends.ts'
import { checkCredentials, storedSecrets, type NewCredentials } from './account-input.ts'
import { deleteEarlierSecrets, insertSecrets } from '../account-secrets.ts'
import { assertStored, lockAccount } from './lock-account.ts'
import { SECRET_KINDS } from '../pix-account-secret.entity.ts'
import type { PixAccount } from '../pix-account.entity.ts'

/**
 * Replaces secrets of an account, its client id or the authorities of its PSP. Every process uses the new version
 * within about a second, without a restart. Values that are not given stay as they are. Deletes the replaced secrets,
 * because no process reads them.
 * @throws Problem not_found, reason `pix_account_not_found`.
 * @throws Problem validation_error naming the fields.
 * @throws Problem conflict, reason `pix_account_uses_settings`: the secrets are in the settings.
 */
export async function replacePixAccountSecrets(
  ctx: Context,
  id: string,
  given: NewCredentials,
): Promise<PixAccount> {
  checkCredentials(given, ctx.clock.now())
  return await transaction(ctx, async (tx) => {
    const account = await lockAccount(tx, id)
    assertStored(account)
    account.version += 1
    account.updatedAt = tx.clock.now()
    if (given.certificate) account.certificateEndsAt = firstEndOf(given.certificate) ?? null
    if (given.clientId) account.clientId = given.clientId
    if (given.caPem) account.caPem = given.caPem
    await tx.em.flush()
    const secrets = storedSecrets(given)
    const replaced = Object.keys({
      ...secrets,
      ...(given.clientId ? { client: true } : {}),
      ...(given.caPem ? { authorities: true } : {}),
    })
    const current = { accountId: id, version: account.version }
    await insertSecrets(tx, current, secrets)
    await deleteEarlierSecrets(
      tx,
      current,
      SECRET_KINDS.filter((kind) => secrets[kind] !== undefined),
    )
    await recordAudit(tx, {
      action: 'pix_account.replace_secrets',
      target: { type: 'pix_account', id },
      after: { replaced, version: account.version },
    })
    return account
  })
}
