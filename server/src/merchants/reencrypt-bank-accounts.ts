import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { bankAccountOwner } from './bank-account.ts'

const BATCH = 200

/**
 * Re-encrypts, with the first configured key, every bank account that another key encrypts. Works in short batches.
 * May run while the service runs. An interrupted run can be repeated. Returns how many accounts it changed.
 * @throws Error when a required key is not configured. Accounts changed before that stay changed.
 */
export async function reencryptBankAccounts(ctx: Context): Promise<number> {
  const { keyId } = ctx.vault.seal('', 'key-in-use')
  let changed = 0
  for (;;) {
    const rows = await sql<{ id: string; box: Buffer; keyId: string }>(ctx, STALE, [keyId, BATCH])
    for (const row of rows) {
      const owner = bankAccountOwner(row.id)
      const sealed = ctx.vault.seal(ctx.vault.open(row, owner), owner)
      await sql(ctx, REPLACE, [row.id, row.box, sealed.box, sealed.keyId])
    }
    changed += rows.length
    if (rows.length < BATCH) return changed
  }
}

const STALE = `
  select id, box, key_id as "keyId" from merchant_bank_account where key_id <> $1 order by merchant_id, id limit $2`

const REPLACE = 'update merchant_bank_account set box = $3, key_id = $4 where id = $1 and box = $2'
