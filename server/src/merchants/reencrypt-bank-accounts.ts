import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { withinMs } from '../kernel/database/within-ms.ts'
import type { Sealed } from '../kernel/vault.ts'
import { bankAccountOwner } from './bank-account.ts'

const BATCH = 200
/** The time limit of the search for bank accounts that another key encrypts. The search may read the whole table. */
const READ_MS = 10 * 60_000

/**
 * Re-encrypts, with the first configured key, every bank account that another key encrypts. Works in short batches.
 * May run while the service runs. An interrupted run can be repeated. Returns how many accounts it changed.
 * @throws Error when a required key is not configured. Accounts changed before that stay changed.
 */
export async function reencryptBankAccounts(ctx: Context): Promise<number> {
  const { keyId } = ctx.vault.seal('', 'key-in-use')
  let changed = 0
  for (;;) {
    const rows = await withinMs(ctx, READ_MS, (tx) => listStale(tx, keyId))
    for (const row of rows) await reencrypt(ctx, row)
    changed += rows.length
    if (rows.length < BATCH) return changed
  }
}

/** Lists the next bank accounts whose encryption key is not `keyId`. */
const listStale = (ctx: Context, keyId: string) =>
  db(ctx)
    .selectFrom('merchant_bank_account')
    .select(['id', 'box', 'key_id as keyId'])
    .where('key_id', '<>', keyId)
    .orderBy('merchant_id')
    .orderBy('id')
    .limit(BATCH)
    .execute()

/** Re-encrypts a bank account with the first key. Changes nothing when a concurrent run has already done so. */
async function reencrypt(ctx: Context, { id, ...sealed }: Sealed & { id: string }): Promise<void> {
  const owner = bankAccountOwner(id)
  const { box, keyId } = ctx.vault.seal(ctx.vault.open(sealed, owner), owner)
  await db(ctx)
    .updateTable('merchant_bank_account')
    .set({ box, key_id: keyId })
    .where('id', '=', id)
    .where('box', '=', sealed.box)
    .execute()
}
