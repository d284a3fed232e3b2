import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { WriteOff } from './write-off.entity.ts'

/** Lists the write-off requests of a merchant, newest first. */
export function listWriteOffs(ctx: Context, merchantId: string): Promise<WriteOff[]> {
  return entities(ctx).find(WriteOff, { merchantId }, { orderBy: { askedAt: 'desc', id: 'desc' } })
}
