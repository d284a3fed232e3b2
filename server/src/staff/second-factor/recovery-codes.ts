import { ScureBase32Plugin } from 'otplib'
import type { Context, Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

export const RECOVERY_CODES_COUNT = 10
/**
 * The codes have 80 bits. Nobody can guess 80 random bits, so a fast keyed hash is enough instead of a slow password
 * hash.
 */
const CODE_BYTES = 10

const base32 = new ScureBase32Plugin()

/** Replaces the recovery codes of a person with ten new codes (`abcd-efgh-ijkl-mnop`). Stores only their hashes. */
export async function replaceRecoveryCodes(tx: Tx, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES_COUNT }, () => newCode(tx))
  const now = tx.clock.now()
  const rows = codes.map((code) => ({
    staff_id: staffId,
    hash: hashOf(tx, staffId, code),
    created_at: now,
  }))
  await deleteRecoveryCodes(tx, staffId)
  await db(tx).insertInto('staff_recovery_code').values(rows).execute()
  return codes
}

/** Deletes all recovery codes of a person. */
export async function deleteRecoveryCodes(tx: Tx, staffId: string): Promise<void> {
  await db(tx).deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
}

/**
 * Marks a recovery code as used. Returns true if the code is valid and was not used before. Ignores letter case, dashes
 * and spaces.
 */
export async function consumeRecoveryCode(ctx: Context, staffId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await db(ctx)
    .updateTable('staff_recovery_code')
    .set({ used_at: ctx.clock.now() })
    .where('staff_id', '=', staffId)
    .where('hash', '=', hashOf(ctx, staffId, code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns how many codes are unused. */
export async function countRecoveryCodes(ctx: Context, staffId: string): Promise<number> {
  const { count } = await db(ctx)
    .selectFrom('staff_recovery_code')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function newCode(ctx: Context): string {
  const text = base32.encode(ctx.ids.bytes(CODE_BYTES), { padding: false }).toLowerCase()
  return text.match(/.{4}/g)?.join('-') ?? text
}

const hashOf = (ctx: Context, staffId: string, code: string): Buffer =>
  ctx.vault.fingerprint('recovery-code', `${staffId}\n${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`)
