import type { Context, Tx } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { plusMs } from '../../kernel/clock.ts'
import { lockRow } from '../../kernel/database/lock-row.ts'
import { db } from '../../kernel/database/tables.ts'
import type { SealedColumn } from '../../kernel/sealed/sealed-column.ts'
import type { Sealed } from '../../kernel/vault.ts'
import { StaffTotp } from './staff-totp.entity.ts'
import { totpStepOf } from './totp.ts'

/** How long an offered secret can be confirmed, in milliseconds. */
const OFFER_MS = 15 * 60_000

const owner = (staffId: string): string => `staff_totp:${staffId}`

/** The columns that contain the encrypted confirmed and offered secret. */
export const SEALED_TOTP_SECRETS: SealedColumn[] = ['secret', 'offered'].map((name) => ({
  table: 'staff_totp',
  key: ['staff_id'],
  box: `${name}_box`,
  keyId: `${name}_key_id`,
  owner,
}))

/** Encrypts a secret. `openTotpSecret` can decrypt the result only for the same person. */
const sealTotpSecret = (ctx: Context, secret: string, staffId: string): Sealed =>
  ctx.vault.seal(secret, owner(staffId))

/** Decrypts a secret. @throws Error when it belongs to another person, or its key is not configured. */
const openTotpSecret = (ctx: Context, sealed: Sealed, staffId: string): string =>
  ctx.vault.open(sealed, owner(staffId))

/** Returns whether the person has a confirmed authenticator app. */
export async function hasTotp(ctx: Context, staffId: string): Promise<boolean> {
  const confirmed = await db(ctx)
    .selectFrom('staff_totp')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Returns which of these people have a confirmed authenticator app. */
export const listStaffWithTotp = (ctx: Context, staffIds: readonly string[]): Promise<{ id: string }[]> =>
  db(ctx)
    .selectFrom('staff_totp')
    .select('staff_id as id')
    .where('staff_id', '=', anyUuid(staffIds))
    .where('confirmed_at', 'is not', null)
    .execute()

/**
 * Checks a code of the app and marks it as used. If the same code is used several times concurrently, returns true only
 * once. Also rejects codes that are older than the last used code.
 */
export async function consumeTotpCode(
  ctx: Context,
  staffId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const current = await db(ctx)
    .selectFrom('staff_totp')
    .select(['secret_box as box', 'secret_key_id as keyId'])
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const { box, keyId } = current ?? {}
  if (!box || !keyId) return false
  const step = totpStepOf(openTotpSecret(ctx, { box, keyId }, staffId), code, now)
  if (step === null) return false
  // Compare the ciphertext as well, because the app may have been replaced or removed meanwhile.
  const { numUpdatedRows } = await db(ctx)
    .updateTable('staff_totp')
    .set({ last_step: BigInt(step) })
    .where('staff_id', '=', staffId)
    .where('secret_box', '=', box)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Stores an offered secret. The current secret stays valid until a code confirms the offer. */
export async function offerTotpSecret(tx: Tx, staffId: string, secret: string): Promise<void> {
  const { box, keyId } = sealTotpSecret(tx, secret, staffId)
  const offer = { offered_box: box, offered_key_id: keyId, offered_at: tx.clock.now() }
  await db(tx)
    .insertInto('staff_totp')
    .values({ staff_id: staffId, ...offer })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(offer))
    .execute()
}

/** Activates the offered secret if the code matches it. Returns whether the code matched. */
export async function confirmTotpOffer(tx: Tx, staffId: string, code: string): Promise<boolean> {
  const now = tx.clock.now()
  const totp = await lockRow(tx, StaffTotp, { staffId })
  const { offeredBox: box, offeredKeyId: keyId, offeredAt } = totp ?? {}
  if (!totp || !box || !keyId || !offeredAt || offeredAt <= plusMs(now, -OFFER_MS)) return false
  const step = totpStepOf(openTotpSecret(tx, { box, keyId }, staffId), code, now)
  if (step === null) return false
  totp.secretBox = box
  totp.secretKeyId = keyId
  totp.confirmedAt = now
  totp.lastStep = BigInt(step)
  totp.offeredBox = null
  totp.offeredKeyId = null
  totp.offeredAt = null
  await tx.em.flush()
  return true
}

/** Activates a secret without confirming it by a code. Discards the current secret and the offered secret. */
export async function replaceTotpSecret(tx: Tx, staffId: string, secret: string): Promise<void> {
  const { box, keyId } = sealTotpSecret(tx, secret, staffId)
  const current = { secret_box: box, secret_key_id: keyId, confirmed_at: tx.clock.now(), last_step: 0n }
  const noOffer = { offered_box: null, offered_key_id: null, offered_at: null }
  await db(tx)
    .insertInto('staff_totp')
    .values({ staff_id: staffId, ...current })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ ...current, ...noOffer }))
    .execute()
}
