import { createApiKey, type CreateApiKey, type CreatedApiKey } from '../api-keys/create-api-key.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { lockName } from '../kernel/database/advisory-lock.ts'
import { db } from '../kernel/database/tables.ts'
import { withAccount } from '../kernel/pool/account-scope.ts'
import { Problem } from '../kernel/problem.ts'
import { openLedger } from '../ledger/post-entries.ts'
import { Merchant, SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { termsOf } from '../merchants/terms.ts'
import { recordTerms } from '../merchants/terms-history.ts'

/**
 * Creates a key for the test environment of a merchant. The first test key also creates the merchant's test account,
 * with the same id and the current terms. `live` is a context on the production database, and `sandbox` is a context on
 * the sandbox database. The production audit log records the new key before the caller sees it, but only after the key
 * was stored.
 * @throws Problem as `createApiKey` does.
 */
export async function createTestKey(
  live: Context,
  sandbox: Context,
  merchantId: string,
  input: CreateApiKey,
): Promise<CreatedApiKey> {
  const merchant = await getMerchant(live, merchantId)
  if (merchant.id === SERVICE_MERCHANT_ID) throw new Problem('not_found', { reason: 'account_not_found' })
  return withAccount(merchant.id, async () => {
    await ensureAccount(sandbox, merchant)
    const created = await createApiKey(sandbox, merchant.id, input)
    const { id, name, prefix, scopes } = created.apiKey
    await transaction(live, (tx) =>
      recordAudit(tx, {
        action: 'api_key.create',
        target: { type: 'api_key', id },
        merchantId: merchant.id,
        after: { name, prefix, scopes, environment: 'sandbox' },
      }),
    )
    return created
  })
}

/**
 * Creates the test account of a merchant, unless it exists. If several calls run at the same time, only one test
 * account is created.
 */
function ensureAccount(sandbox: Context, live: Merchant): Promise<void> {
  return transaction(sandbox, async (tx) => {
    await lockName(tx, `sandbox-account:${live.id}`)
    const known = await db(tx)
      .selectFrom('sandbox_account')
      .select('merchant_id')
      .where('merchant_id', '=', live.id)
      .executeTakeFirst()
    if (!known) await createAccount(tx, live)
  })
}

async function createAccount(tx: Tx, live: Merchant): Promise<void> {
  const now = tx.clock.now()
  const terms = { ...termsOf(live), pixEnabled: true, payoutsSuspended: false, bankAccountId: null }
  tx.em.create(Merchant, {
    id: live.id,
    name: live.name,
    document: live.document,
    environment: 'sandbox',
    ...terms,
    creationKey: null,
    creationFingerprint: null,
    createdAt: now,
    updatedAt: now,
  })
  await tx.em.flush()
  await openLedger(tx, live.id)
  await recordTerms(tx, live.id, terms, now)
  await db(tx)
    .insertInto('sandbox_account')
    .values({
      merchant_id: live.id,
      clock_offset_ms: 0n,
      wakes: 0,
      next_run_at: now,
      used_at: now,
      created_at: now,
    })
    .execute()
}
