import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { ViewOwner } from './view.queries.ts'

/**
 * Takes away a view that one made oneself, also from those it was shared with.
 * @throws Problem not_found, reason `view_not_found`: unknown, or somebody else's.
 */
export async function deleteView(ctx: Context, owner: ViewOwner, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [gone] = isUuid(id)
      ? await sql<{ page: string; name: string }>(
          tx,
          'delete from staff_view where id = $1 and staff_id = $2 returning page, name',
          [id, owner.id],
        )
      : []
    if (!gone) throw new Problem('not_found', { reason: 'view_not_found' })
    await recordAudit(tx, {
      action: 'saved_view.delete',
      target: { type: 'saved_view', id },
      before: { page: gone.page, name: gone.name },
    })
  })
}
