import type { Context } from '../../kernel/context.ts'

/** The institution in the ids of the test network. No real institution has it. */
const ISPB = '99999999'

/** Returns a new end-to-end id of a payment at `at`, in the format of the network. */
export const newEndToEndId = (ctx: Context, at: Date): string => newId(ctx, 'E', at)

/** Returns a new id (rtrId) of a return at `at`, in the format of the network. */
export const newReturnId = (ctx: Context, at: Date): string => newId(ctx, 'D', at)

function newId(ctx: Context, kind: 'E' | 'D', at: Date): string {
  const minute = at.toISOString().replaceAll(/[-T:]/g, '').slice(0, 12)
  return `${kind}${ISPB}${minute}${ctx.ids.bytes(6).toString('hex').slice(0, 11)}`
}
