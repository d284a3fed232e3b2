import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/** Records the time of the anchor that a job appended. From then on, a file without anchors is a finding. */
export async function recordAnchor(ctx: Context, anchoredAt: Date): Promise<void> {
  await db(ctx)
    .insertInto('ledger_anchor')
    .values({ id: 1, anchored_at: anchoredAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ anchored_at: anchoredAt }))
    .execute()
}
