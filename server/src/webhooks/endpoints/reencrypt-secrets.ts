import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { openSecret, sealSecret } from './secret.ts'

const BATCH = 100

interface SecretRow {
  id: string
  secret_box: Buffer
  secret_key_id: string
  previous_secret_box: Buffer | null
  previous_secret_key_id: string | null
}

/**
 * Encrypts the secrets of all endpoints with the first encryption key, so that the other keys can be removed. Returns
 * the number of changed endpoints. Commits each endpoint separately: it may run beside the service, be interrupted and
 * be repeated. Skips a secret that is rotated meanwhile, because the rotation already uses the first key.
 * @throws Error when a secret needs a key that is not configured. Earlier changes remain.
 */
export async function reencryptSecrets(ctx: Context): Promise<number> {
  const { keyId } = ctx.vault.seal('', 'key-in-use')
  let changed = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await sql<SecretRow>(ctx, STALE, [after, keyId, BATCH])
    for (const row of rows) changed += await reencrypt(ctx, row)
    after = rows.at(-1)?.id ?? after
    if (rows.length < BATCH) return changed
  }
}

async function reencrypt(ctx: Context, row: SecretRow): Promise<number> {
  const { id, previous_secret_box: previousBox, previous_secret_key_id: previousKeyId } = row
  const reseal = (box: Buffer, keyId: string) => sealSecret(ctx, openSecret(ctx, { box, keyId }, id), id)
  const secret = reseal(row.secret_box, row.secret_key_id)
  const previous = previousBox && previousKeyId ? reseal(previousBox, previousKeyId) : null
  const replaced = await sql(ctx, REPLACE, [
    id,
    row.secret_box,
    secret.box,
    secret.keyId,
    previous?.box ?? null,
    previous?.keyId ?? null,
  ])
  return replaced.length
}

const STALE = `
  select id, secret_box, secret_key_id, previous_secret_box, previous_secret_key_id from webhook_endpoint
  where id > $1 and (secret_key_id <> $2 or previous_secret_key_id <> $2) order by id limit $3`

const REPLACE = `
  update webhook_endpoint set secret_box = $3, secret_key_id = $4, previous_secret_box = $5, previous_secret_key_id = $6
  where id = $1 and secret_box = $2 returning id`
