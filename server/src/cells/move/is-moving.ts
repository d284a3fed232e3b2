import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/** Returns whether the cell hides the rows of a merchant, or has them no more. */
export async function isAway(ctx: Context, merchantId: string): Promise<boolean> {
  const row = await db(ctx)
    .selectFrom('merchant_move')
    .select('merchant_id')
    .where('merchant_id', '=', merchantId)
    .where('state', '<>', 'copying')
    .executeTakeFirst()
  return row !== undefined
}
