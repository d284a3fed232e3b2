import { sql } from 'kysely'
import { postponeMessages } from '../../inbox/network-inbox.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import type { LinkedContext } from '../../kernel/other-cells.ts'
import { accountInCell } from '../../pix/pix-accounts.ts'
import { eachTarget, type Route } from './each-target.ts'
import type { MovedTo } from './find-moved.ts'

/**
 * Forwards waiting messages of the inbox to the cells of their merchants. Inserts each message in the other cell first,
 * then finishes the message in this cell. Postpones the messages that cannot be forwarded yet. `moved` has the ids of
 * the messages.
 */
export async function forwardMessages(
  ctx: LinkedContext,
  moved: readonly (readonly [id: string, to: MovedTo])[],
): Promise<void> {
  if (moved.length === 0) return
  const left = await eachTarget(ctx, moved, async (target, rows, route) => {
    await insertMessages(ctx, target, { ids: rows.map(([id]) => id), route })
    await finishMessages(ctx, rows, route)
  })
  if (left.length > 0) await postponeMessages(ctx, left)
}

/**
 * Copies messages to the inbox of another cell. Skips messages that the other cell already has, and payments that it
 * has recorded. If the other cell once forwarded a message to this cell, makes the other cell's copy of this message
 * wait again.
 */
async function insertMessages(
  ctx: Context,
  target: Context,
  { ids, route }: { ids: readonly string[]; route: Route },
): Promise<void> {
  const rows = await db(ctx)
    .selectFrom('network_inbox')
    .selectAll()
    .where('id', '=', anyUuid(ids))
    .where('state', '=', 'waiting')
    .execute()
  const now = target.clock.now()
  for (const { raw, ...row } of rows) {
    const known = await db(target)
      .selectFrom('payment')
      .select('id')
      .where('end_to_end_id', '=', row.end_to_end_id)
      .executeTakeFirst()
    if (known && row.kind === 'pix') continue
    await db(target)
      .insertInto('network_inbox')
      .values({
        ...row,
        raw: JSON.stringify(raw),
        id: target.ids.uuid(now),
        attempts: 0,
        last_error: null,
        next_attempt_at: now,
        forwarded_to: null,
        pix_account_id: accountInCell(row.pix_account_id, route),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'dedupe_key'])
          .doUpdateSet((eb) => ({
            state: 'waiting' as const,
            next_attempt_at: now,
            done_at: null,
            forwarded_to: null,
            pix_account_id: eb.ref('excluded.pix_account_id'),
          }))
          .where('network_inbox.forwarded_to', 'is not', null),
      )
      .execute()
  }
}

/**
 * Finishes messages, and stores where their payments are, so that this cell also forwards later reports about these
 * payments and about their returns.
 */
function finishMessages(
  ctx: Context,
  rows: readonly (readonly [id: string, to: MovedTo])[],
  { to }: Route,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const merchants = new Map(rows.map(([id, { merchantId }]) => [id, merchantId]))
    const finished = await db(tx)
      .updateTable('network_inbox')
      .set({ state: 'done', done_at: now, last_error: null, forwarded_to: to })
      .where('id', '=', anyUuid(Array.from(merchants.keys())))
      .where('state', '=', 'waiting')
      .returning(['id', 'kind', 'end_to_end_id as endToEndId'])
      .execute()
    const payments = finished.filter(({ kind }) => kind === 'pix')
    if (payments.length === 0) return
    await db(tx)
      .insertInto('moved_payment')
      .values(
        payments.map(({ id, endToEndId }) => ({
          end_to_end_id: endToEndId,
          merchant_id: sql<string>`${merchants.get(id)}::uuid`,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
