import { ScureBase32Plugin } from 'otplib'
import type { Context, Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

export const RECOVERY_CODES_COUNT = 10
/** 80 bits resist guessing, so a keyed hash needs no password hash function. */
const CODE_BYTES = 10

const base32 = new ScureBase32Plugin()

/** Replaces the recovery codes of a person with ten new ones (`abcd-efgh-ijkl-mnop`). Stores only their hashes. */
export async function replaceRecoveryCodes(tx: Tx, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES_COUNT }, () => newCode(tx))
  await sql(tx, 'delete from staff_recovery_code where staff_id = $1', [staffId])
  await sql(
    tx,
    'insert into staff_recovery_code (staff_id, hash, created_at) select $1, hash, $3 from unnest($2::bytea[]) hash',
    [staffId, codes.map((code) => hashOf(tx, staffId, code)), tx.clock.now()],
  )
  return codes
}

/**
 * Consumes a code. Returns true only for the first use. Ignores letter case, dashes and spaces.
 */
export async function consumeRecoveryCode(ctx: Context, staffId: string, code: string): Promise<boolean> {
  const consumed = await sql(
    ctx,
    'update staff_recovery_code set used_at = $3 where staff_id = $1 and hash = $2 and used_at is null returning 1',
    [staffId, hashOf(ctx, staffId, code), ctx.clock.now()],
  )
  return consumed.length > 0
}

/** Returns how many codes are unused. */
export async function countRecoveryCodes(ctx: Context, staffId: string): Promise<number> {
  const rows = await sql(ctx, 'select 1 from staff_recovery_code where staff_id = $1 and used_at is null', [
    staffId,
  ])
  return rows.length
}

function newCode(ctx: Context): string {
  const text = base32.encode(ctx.ids.bytes(CODE_BYTES), { padding: false }).toLowerCase()
  return text.match(/.{4}/g)?.join('-') ?? text
}

const hashOf = (ctx: Context, staffId: string, code: string): Buffer =>
  ctx.vault.fingerprint('recovery-code', `${staffId}\n${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`)
