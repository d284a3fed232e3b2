import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import type { ViewOwner } from './view.queries.ts'

/**
 * Deletes a person's own view, also for the people with whom it is shared.
 * @throws Problem not_found, reason `view_not_found`: the view is unknown or belongs to another person.
 */
export async function deleteView(ctx: Context, owner: ViewOwner, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const deleted = isUuid(id)
      ? await db(tx)
          .deleteFrom('staff_view')
          .where('id', '=', id)
          .where('staff_id', '=', owner.id)
          .returning(['page', 'name'])
          .executeTakeFirst()
      : undefined
    if (!deleted) throw new Problem('not_found', { reason: 'view_not_found' })
    await recordAudit(tx, {
      action: 'saved_view.delete',
      target: { type: 'saved_view', id },
      before: { page: deleted.page, name: deleted.name },
    })
  })
}
