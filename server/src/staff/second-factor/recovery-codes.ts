import { ScureBase32Plugin } from 'otplib'
import type { Context, Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

export const RECOVERY_CODES = 10
/** 80 bits: nobody guesses them, so a keyed hash is enough to keep of them. */
const CODE_BYTES = 10

const base32 = new ScureBase32Plugin()

/** Makes ten codes in place of whatever there was. They exist nowhere else: `abcd-efgh-ijkl-mnop`. */
export async function replaceRecoveryCodes(tx: Tx, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(tx))
  await sql(tx, 'delete from staff_recovery_code where staff_id = $1', [staffId])
  await sql(
    tx,
    'insert into staff_recovery_code (staff_id, hash, created_at) select $1, hash, $3 from unnest($2::bytea[]) hash',
    [staffId, codes.map((code) => hashOf(tx, staffId, code)), tx.clock.now()],
  )
  return codes
}

/** Uses a code up: true once for each code. However it is typed: letters of either case, with or without dashes. */
export async function consumeRecoveryCode(ctx: Context, staffId: string, code: string): Promise<boolean> {
  const taken = await sql(
    ctx,
    'update staff_recovery_code set used_at = $3 where staff_id = $1 and hash = $2 and used_at is null returning 1',
    [staffId, hashOf(ctx, staffId, code), ctx.clock.now()],
  )
  return taken.length > 0
}

/** How many codes are left. */
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
