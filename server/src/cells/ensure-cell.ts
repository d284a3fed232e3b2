import type { Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'

/** Adds a cell of the settings to the directory, unless the directory already contains it. The new cell is closed. */
export async function ensureCell(tx: Tx, id: string): Promise<void> {
  const now = tx.clock.now()
  await db(tx)
    .insertInto('cell')
    .values({ id, state: 'closed', created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
