import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/**
 * Returns whether the cell hides the rows of a merchant, no longer has these rows, or has ended a freeze of the
 * merchant that is later than `sinceFreeze`.
 */
export async function isAway(ctx: Context, merchantId: string, sinceFreeze: bigint | null): Promise<boolean> {
  const row = await db(ctx)
    .selectFrom('merchant_move')
    .select('merchant_id')
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb.or([eb('state', '<>', 'copying'), eb('ended_version', '>', sinceFreeze ?? 0n)]))
    .executeTakeFirst()
  return row !== undefined
}
