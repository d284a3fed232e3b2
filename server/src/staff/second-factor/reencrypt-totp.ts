import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { withinMs } from '../../kernel/database/within-ms.ts'
import type { StaffTotp } from './staff-totp.entity.ts'
import { openTotpSecret, sealTotpSecret } from './totp-store.ts'

const BATCH = 100
/** The time limit of the search for secrets that another key encrypts. The search may read the whole table. */
const READ_MS = 10 * 60_000

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
    const rows = await withinMs(ctx, READ_MS, (tx) => readOtherKeys(tx, { after, keyId }))
    for (const row of rows) changed += await reencrypt(ctx, row)
    after = rows.at(-1)?.staffId ?? after
    if (rows.length < BATCH) return changed
  }
}

type Row = Pick<StaffTotp, 'staffId' | 'secretBox' | 'secretKeyId' | 'offeredBox' | 'offeredKeyId'>

/** Returns the next rows, ordered by person, that have a secret whose encryption key is not `keyId`. */
const readOtherKeys = (ctx: Context, { after, keyId }: { after: string; keyId: string }): Promise<Row[]> =>
  db(ctx)
    .selectFrom('staff_totp')
    .select([
      'staff_id as staffId',
      'secret_box as secretBox',
      'secret_key_id as secretKeyId',
      'offered_box as offeredBox',
      'offered_key_id as offeredKeyId',
    ])
    .where('staff_id', '>', after)
    .where((eb) => eb.or([eb('secret_key_id', '<>', keyId), eb('offered_key_id', '<>', keyId)]))
    .orderBy('staff_id')
    .limit(BATCH)
    .execute()

/**
 * Returns the number of changed rows. Skips a secret that was replaced in the meantime: the first key has already
 * encrypted the new secret.
 */
async function reencrypt(ctx: Context, row: Row): Promise<number> {
  const reseal = (box: Buffer | null, keyId: string | null) =>
    box && keyId ? sealTotpSecret(ctx, openTotpSecret(ctx, { box, keyId }, row.staffId), row.staffId) : null
  const secret = reseal(row.secretBox, row.secretKeyId)
  const offered = reseal(row.offeredBox, row.offeredKeyId)
  const { numUpdatedRows } = await db(ctx)
    .updateTable('staff_totp')
    .set({
      secret_box: secret?.box ?? null,
      secret_key_id: secret?.keyId ?? null,
      offered_box: offered?.box ?? null,
      offered_key_id: offered?.keyId ?? null,
    })
    .where('staff_id', '=', row.staffId)
    .where('secret_box', 'is not distinct from', row.secretBox)
    .where('offered_box', 'is not distinct from', row.offeredBox)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
