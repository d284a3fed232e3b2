import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'
import type { CellState } from './cell.entity.ts'

/**
 * Opens a cell for new merchants, or closes it. `control` is a context on the database of the directory, and `known`
 * contains the cells of the settings.
 * @throws Problem not_found, reason `cell_not_found`.
 */
export function setCellState(
  control: Context,
  { id, state, known }: { id: string; state: CellState; known: readonly string[] },
): Promise<void> {
  if (!known.includes(id)) throw new Problem('not_found', { reason: 'cell_not_found' })
  return transaction(control, async (tx) => {
    const now = tx.clock.now()
    const before = await db(tx)
      .selectFrom('cell')
      .select('state')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (before?.state === state) return
    await db(tx)
      .insertInto('cell')
      .values({ id, state, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ state, updated_at: now }))
      .execute()
    await recordAudit(tx, {
      action: 'cell.change_state',
      target: { type: 'cell', id },
      before: { state: before?.state ?? null },
      after: { state },
    })
  })
}
