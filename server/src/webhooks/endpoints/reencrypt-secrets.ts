import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { withinMs } from '../../kernel/database/within-ms.ts'
import type { Sealed } from '../../kernel/vault.ts'
import { openSecret, sealSecret } from './secret.ts'

const BATCH = 100
/** The time limit of the search for secrets that another key encrypts. The search may read the whole table. */
const READ_MS = 10 * 60_000

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
    const rows = await withinMs(ctx, READ_MS, (tx) => listStale(tx, { keyId, after }))
    for (const row of rows) changed += await reencrypt(ctx, row)
    after = rows.at(-1)?.id ?? after
    if (rows.length < BATCH) return changed
  }
}

type SecretRow = Awaited<ReturnType<typeof listStale>>[number]

/** Lists endpoints that have a secret whose encryption key is not `keyId`, by id, starting after `after`. */
const listStale = (ctx: Context, { keyId, after }: { keyId: string; after: string }) =>
  db(ctx)
    .selectFrom('webhook_endpoint')
    .select([
      'id',
      'secret_box as box',
      'secret_key_id as keyId',
      'previous_secret_box as previousBox',
      'previous_secret_key_id as previousKeyId',
    ])
    .where('id', '>', after)
    .where((eb) => eb.or([eb('secret_key_id', '<>', keyId), eb('previous_secret_key_id', '<>', keyId)]))
    .orderBy('id')
    .limit(BATCH)
    .execute()

async function reencrypt(ctx: Context, row: SecretRow): Promise<number> {
  const { id, box, keyId, previousBox, previousKeyId } = row
  const reseal = (sealed: Sealed) => sealSecret(ctx, openSecret(ctx, sealed, id), id)
  const secret = reseal({ box, keyId })
  const previous = previousBox && previousKeyId ? reseal({ box: previousBox, keyId: previousKeyId }) : null
  const replaced = await db(ctx)
    .updateTable('webhook_endpoint')
    .set({
      secret_box: secret.box,
      secret_key_id: secret.keyId,
      previous_secret_box: previous?.box ?? null,
      previous_secret_key_id: previous?.keyId ?? null,
    })
    .where('id', '=', id)
    .where('secret_box', '=', box)
    .executeTakeFirstOrThrow()
  return Number(replaced.numUpdatedRows)
}
