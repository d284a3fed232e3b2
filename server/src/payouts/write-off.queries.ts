import type { Context } from '../kernel/context.ts'
import { WriteOff } from './write-off.entity.ts'

/** More than any merchant has. */
const LISTED_MAX = 100

/** What was asked to be written off of a merchant's debts, the newest first. */
export function listWriteOffs(ctx: Context, merchantId: string): Promise<WriteOff[]> {
  return ctx.em.find(
    WriteOff,
    { merchantId },
    { orderBy: { askedAt: 'desc', id: 'desc' }, limit: LISTED_MAX, disableIdentityMap: true },
  )
}
