import type { Context, Tx } from '../../kernel/context.ts'
import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Sealed } from '../../kernel/vault.ts'
import { totpStepOf } from './totp.ts'

/** How long an offered secret can be confirmed. */
const OFFER_MS = 15 * 60_000

interface Row {
  box: Buffer
  key_id: string
}

const owner = (staffId: string): string => `staff_totp:${staffId}`

/** Encrypts a secret. The ciphertext is bound to the row of its person. */
export const sealTotpSecret = (ctx: Context, secret: string, staffId: string): Sealed =>
  ctx.vault.seal(secret, owner(staffId))

/** Decrypts a secret. @throws Error when it belongs to another person, or its key is not configured. */
export const openTotpSecret = (ctx: Context, sealed: Sealed, staffId: string): string =>
  ctx.vault.open(sealed, owner(staffId))

/** Whether the person has a confirmed authenticator app. */
export async function hasTotp(ctx: Context, staffId: string): Promise<boolean> {
  const rows = await sql(ctx, 'select 1 from staff_totp where staff_id = $1 and confirmed_at is not null', [
    staffId,
  ])
  return rows.length > 0
}

/** Returns which of these people have a confirmed authenticator app. */
export const listStaffWithTotp = (ctx: Context, staffIds: readonly string[]): Promise<{ id: string }[]> =>
  sql(
    ctx,
    'select staff_id as id from staff_totp where staff_id = any($1::uuid[]) and confirmed_at is not null',
    [staffIds],
  )

/**
 * Consumes a code. Returns true for only one of several concurrent uses of the same code. Also rejects codes older than
 * the last used one.
 */
export async function consumeTotpCode(
  ctx: Context,
  staffId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const [row] = await sql<Row>(
    ctx,
    'select secret_box as box, secret_key_id as key_id from staff_totp where staff_id = $1 and confirmed_at is not null',
    [staffId],
  )
  const step = row && totpStepOf(openTotpSecret(ctx, { box: row.box, keyId: row.key_id }, staffId), code, now)
  if (row === undefined || step === null || step === undefined) return false
  // Compares the box, because the app may have been replaced or removed in the meantime.
  const consumed = await sql(
    ctx,
    'update staff_totp set last_step = $3 where staff_id = $1 and secret_box = $2 and last_step < $3 returning 1',
    [staffId, row.box, step],
  )
  return consumed.length > 0
}

/** Stores an offered secret. The current secret stays valid until a code confirms the offer. */
export async function offerTotpSecret(tx: Tx, staffId: string, secret: string): Promise<void> {
  const { box, keyId } = sealTotpSecret(tx, secret, staffId)
  await sql(
    tx,
    `insert into staff_totp (staff_id, offered_box, offered_key_id, offered_at) values ($1, $2, $3, $4)
     on conflict (staff_id) do update set offered_box = $2, offered_key_id = $3, offered_at = $4`,
    [staffId, box, keyId, tx.clock.now()],
  )
}

/** Activates the offered secret if the code matches it. Returns whether it did. */
export async function confirmTotpOffer(tx: Tx, staffId: string, code: string): Promise<boolean> {
  const now = tx.clock.now()
  const [row] = await sql<Row>(
    tx,
    `select offered_box as box, offered_key_id as key_id from staff_totp
     where staff_id = $1 and offered_at > $2 for no key update`,
    [staffId, plusMs(now, -OFFER_MS)],
  )
  const step = row && totpStepOf(openTotpSecret(tx, { box: row.box, keyId: row.key_id }, staffId), code, now)
  if (step === undefined || step === null) return false
  await sql(
    tx,
    `update staff_totp set secret_box = offered_box, secret_key_id = offered_key_id, confirmed_at = $2, last_step = $3,
       offered_box = null, offered_key_id = null, offered_at = null where staff_id = $1`,
    [staffId, now, step],
  )
  return true
}

/** Activates a secret at once and discards the current and the offered one. */
export async function replaceTotpSecret(tx: Tx, staffId: string, secret: string): Promise<void> {
  const { box, keyId } = sealTotpSecret(tx, secret, staffId)
  await sql(
    tx,
    `insert into staff_totp (staff_id, secret_box, secret_key_id, confirmed_at, last_step) values ($1, $2, $3, $4, 0)
     on conflict (staff_id) do update set secret_box = $2, secret_key_id = $3, confirmed_at = $4, last_step = 0,
       offered_box = null, offered_key_id = null, offered_at = null`,
    [staffId, box, keyId, tx.clock.now()],
  )
}
