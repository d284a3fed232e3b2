import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'

/**
 * Returns a function that checks that a database belongs to the cell `cellId`. Because of this check, two cells whose
 * URLs were exchanged receive no calls. After one successful check, the function checks nothing.
 * @throws Problem service_unavailable: the database belongs to another cell, or to none.
 */
export function makeIdentityCheck(cellId: string): (ctx: Context) => Promise<void> {
  let isChecked = false
  return async (ctx) => {
    if (isChecked) return
    const found = await findIdentity(ctx)
    isChecked = found === cellId
    if (isChecked) return
    ctx.log.error(
      { alarm: 'wrong_cell', expected: cellId, found: found ?? null },
      'the database belongs to another cell, or to none: check its URL, and run "migrate"',
    )
    throw new Problem('service_unavailable', { retryAfterSeconds: 60 })
  }
}

/** Returns the cell of the database; undefined if `migrate` has not set it. */
export async function findIdentity(ctx: Context): Promise<string | undefined> {
  const row = await db(ctx).selectFrom('cell_identity').select('cell_id as cellId').executeTakeFirst()
  return row?.cellId
}
