import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/** A merchant who has left the cell, or is leaving it. */
export interface MovedTo {
  merchantId: string
  /** The cell of the merchant; null while the move is not decided. */
  cellId: string | null
}

/**
 * Finds the charges of merchants who have left the cell or are leaving it. Returns the merchant and the merchant's
 * cell, by the id of the charge.
 */
export const findMovedCharges = (ctx: Context, ids: readonly string[]): Promise<Map<string, MovedTo>> =>
  findMoved(ctx, ids, sql`find_moved_charges(${ids}::uuid[])`)

/**
 * Finds the payments of merchants who have left the cell or are leaving it. Returns the merchant and the merchant's
 * cell, by the end-to-end id of the payment.
 */
export const findMovedPayments = (
  ctx: Context,
  endToEndIds: readonly string[],
): Promise<Map<string, MovedTo>> =>
  findMoved(ctx, endToEndIds, sql`find_moved_payments(${endToEndIds}::text[])`)

/**
 * Calls a function of the database that returns an id, a merchant and a cell. Sends no SQL statement if `ids` is empty.
 */
async function findMoved(
  ctx: Context,
  ids: readonly string[],
  moved: RawBuilder<MovedTo & { id: string }>,
): Promise<Map<string, MovedTo>> {
  if (ids.length === 0) return new Map()
  const rows = await db(ctx)
    .selectFrom(moved.as<'m'>(sql`m (id, "merchantId", "cellId")`))
    .select(['m.id', 'm.merchantId', 'm.cellId'])
    .execute()
  return new Map(rows.map(({ id, ...to }) => [id, to]))
}
