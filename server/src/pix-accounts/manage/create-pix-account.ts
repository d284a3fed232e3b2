import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { requestRun } from '../../kernel/jobs/request-run.ts'
import { Problem } from '../../kernel/problem.ts'
import { firstEndOf } from '../../kernel/settings/certificate-ends.ts'
import { SERVICE_MERCHANT_ID } from '../../merchants/merchant.entity.ts'
import { checkNewAccount, storedSecrets, type NewPixAccount } from './account-input.ts'
import { insertSecrets } from '../account-secrets.ts'
import { newCallbackSecret } from './callback-secret.ts'
import { openClearing } from './open-clearing.ts'
import { CALLBACK_JOB } from './replace-callback-secret.ts'
import { PixAccount } from '../pix-account.entity.ts'

/**
 * Creates a receiving account in state `active`. No merchant uses the account until staff assign the account to a
 * merchant. Creates the secret of the account's callback URL, and makes the registration of the URL at the PSP due now.
 * @throws Problem validation_error naming the fields, see `checkNewAccount`.
 * @throws Problem conflict, reason `pix_account_exists`.
 */
export async function createPixAccount(ctx: Context, given: NewPixAccount): Promise<PixAccount> {
  checkNewAccount(given, ctx.clock.now())
  return await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const { id, profile, environment, baseUrl, tokenUrl, clientId, pixKey } = given
    const account = {
      id,
      profile,
      environment,
      baseUrl,
      tokenUrl,
      clientId,
      pixKey,
      certFile: null,
      keyFile: null,
      caFile: null,
      caPem: given.caPem ?? null,
      certificateEndsAt: firstEndOf(given.certificate ?? undefined) ?? null,
      chargeCeilingCents: given.chargeCeilingCents ?? null,
      payoutCeilingCents: given.payoutCeilingCents ?? null,
      state: 'active' as const,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    const known = await db(tx).selectFrom('pix_account').select('id').where('id', '=', id).executeTakeFirst()
    if (known) throw new Problem('conflict', { reason: 'pix_account_exists' })
    const created = tx.em.create(PixAccount, account)
    await tx.em.flush()
    await insertSecrets(
      tx,
      { accountId: id, version: 1 },
      { ...storedSecrets(given), callback_secret: newCallbackSecret(tx) },
    )
    await openClearing(tx, SERVICE_MERCHANT_ID, [id])
    await requestRun(tx, CALLBACK_JOB)
    await recordAudit(tx, {
      action: 'pix_account.create',
      target: { type: 'pix_account', id },
      after: { profile, environment, base_url: baseUrl, auth_url: tokenUrl, client: clientId, dict: pixKey },
    })
    return created
  })
}
