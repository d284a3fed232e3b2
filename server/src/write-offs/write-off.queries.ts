import type { Context } from '../kernel/context.ts'
import { WriteOff } from './write-off.entity.ts'

/** What was asked to be written off of a merchant's debts, the newest first. */
export function listWriteOffs(ctx: Context, merchantId: string): Promise<WriteOff[]> {
  return ctx.em.find(
    WriteOff,
    { merchantId },
    { orderBy: { askedAt: 'desc', id: 'desc' }, disableIdentityMap: true },
  )
}
