import type { Context } from '../../kernel/context.ts'

/** The institution (ISPB) in the ids of the test network. No real institution has this ISPB. */
const ISPB = '99999999'

/** Returns a new end-to-end id for a payment at the time `at`, in the format of the network. */
export const newEndToEndId = (ctx: Context, at: Date): string => newId(ctx, 'E', at)

/** Returns a new return id (rtrId) for a return at the time `at`, in the format of the network. */
export const newReturnId = (ctx: Context, at: Date): string => newId(ctx, 'D', at)

function newId(ctx: Context, kind: 'E' | 'D', at: Date): string {
  const minute = at.toISOString().replaceAll(/[-T:]/g, '').slice(0, 12)
  return `${kind}${ISPB}${minute}${ctx.ids.bytes(6).toString('hex').slice(0, 11)}`
}
