import type { Context } from '../kernel/context.ts'
import { WriteOff } from './write-off.entity.ts'

/** Lists the write-off requests of a merchant, newest first. */
export function listWriteOffs(ctx: Context, merchantId: string): Promise<WriteOff[]> {
  return ctx.em.find(
    WriteOff,
    { merchantId },
    { orderBy: { askedAt: 'desc', id: 'desc' }, disableIdentityMap: true },
  )
}
