import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { openTotpSecret, sealTotpSecret } from './totp-store.ts'

const BATCH = 100

interface Row {
  staff_id: string
  secret_box: Buffer | null
  secret_key_id: string | null
  offered_box: Buffer | null
  offered_key_id: string | null
}

/**
 * Re-encrypts, with the first configured key, every secret that another key encrypts. May run while the service runs.
 * An interrupted run can be repeated. Returns the number of people whose secrets it changed.
 * @throws Error when a required key is not configured. Secrets changed before that stay changed.
 */
export async function reencryptTotp(ctx: Context): Promise<number> {
  const { keyId } = ctx.vault.seal('', 'key-in-use')
  let changed = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await sql<Row>(ctx, STALE, [after, keyId, BATCH])
    for (const row of rows) changed += await reencrypt(ctx, row)
    after = rows.at(-1)?.staff_id ?? after
    if (rows.length < BATCH) return changed
  }
}

async function reencrypt(ctx: Context, row: Row): Promise<number> {
  const reseal = (box: Buffer | null, keyId: string | null) =>
    box && keyId ? sealTotpSecret(ctx, openTotpSecret(ctx, { box, keyId }, row.staff_id), row.staff_id) : null
  const secret = reseal(row.secret_box, row.secret_key_id)
  const offered = reseal(row.offered_box, row.offered_key_id)
  const replaced = await sql(ctx, REPLACE, [
    row.staff_id,
    row.secret_box,
    row.offered_box,
    secret?.box ?? null,
    secret?.keyId ?? null,
    offered?.box ?? null,
    offered?.keyId ?? null,
  ])
  return replaced.length
}

const STALE = `
  select staff_id, secret_box, secret_key_id, offered_box, offered_key_id from staff_totp
  where staff_id > $1 and (secret_key_id <> $2 or offered_key_id <> $2) order by staff_id limit $3`

/** Skips a secret that was replaced in the meantime: the first key already encrypts the new one. */
const REPLACE = `
  update staff_totp set secret_box = $4, secret_key_id = $5, offered_box = $6, offered_key_id = $7
  where staff_id = $1 and secret_box is not distinct from $2 and offered_box is not distinct from $3 returning 1`
