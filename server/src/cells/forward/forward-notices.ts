import { db } from '../../kernel/database/tables.ts'
import type { LinkedContext } from '../../kernel/other-cells.ts'
import { eachTarget } from './each-target.ts'
import { findMovedPayments } from './find-moved.ts'

/**
 * Forwards waiting dispute notices of merchants who have left this cell, each to the cell of its merchant. Forwards at
 * most `limit` notices.
 */
export async function forwardNotices(ctx: LinkedContext, limit: number): Promise<void> {
  if (!ctx.otherCells?.ownId) return
  const waiting = await db(ctx)
    .selectFrom('dispute_notice as n')
    .innerJoin('moved_payment as m', 'm.end_to_end_id', 'n.end_to_end_id')
    .innerJoin('merchant_move as v', 'v.merchant_id', 'm.merchant_id')
    .selectAll('n')
    .where('n.state', '=', 'waiting')
    .where('v.state', '=', 'gone')
    .orderBy('n.updated_at')
    .limit(limit)
    .execute()
  const moved = await findMovedPayments(
    ctx,
    waiting.map((notice) => notice.end_to_end_id),
  )
  const rows = waiting.flatMap((notice) => {
    const to = moved.get(notice.end_to_end_id)
    return to ? [[notice, to] as const] : []
  })
  await eachTarget(ctx, rows, async (target, own, { to }) => {
    for (const [notice] of own) {
      await db(target)
        .insertInto('dispute_notice')
        .values({ ...notice, merchant_id: null, case_id: null, forwarded_to: null })
        .onConflict((conflict) =>
          conflict
            .column('network_id')
            .doUpdateSet((eb) => ({
              status: eb.ref('excluded.status'),
              granted_cents: eb.ref('excluded.granted_cents'),
              decided_at: eb.ref('excluded.decided_at'),
              state: eb.ref('excluded.state'),
              updated_at: eb.ref('excluded.updated_at'),
              correlation_id: eb.ref('excluded.correlation_id'),
              forwarded_to: null,
            }))
            .where((eb) =>
              eb.or([
                eb('dispute_notice.forwarded_to', 'is not', null),
                eb.and([
                  eb('excluded.decided_at', 'is not', null),
                  eb.or([
                    eb('dispute_notice.decided_at', 'is', null),
                    eb('dispute_notice.decided_at', '<', eb.ref('excluded.decided_at')),
                  ]),
                ]),
              ]),
            ),
        )
        .execute()
      await db(ctx)
        .updateTable('dispute_notice')
        .set({ state: 'done', forwarded_to: to })
        .where('id', '=', notice.id)
        .where('updated_at', '=', notice.updated_at)
        .execute()
    }
  })
}
