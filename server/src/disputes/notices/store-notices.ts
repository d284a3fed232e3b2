import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
import { readNotices } from '../../pix/read-notice.ts'
import { ANSWER_WINDOW_MS } from '../open-dispute.ts'

/**
 * Stores the notices of a callback. `applyNotices` later applies the notices to disputes. A repeated notice changes
 * nothing. The notice of a decision replaces the notice of the opening and of earlier decisions. Returns the number of
 * readable notices in the callback.
 * @throws Problem validation_error: the body is not a callback about disputes.
 */
export async function storeNotices(ctx: Context, body: unknown): Promise<number> {
  const notices = readNotices(body, ctx.log)
  if (!notices) throw new Problem('validation_error', { fields: [{ path: 'infracoes', code: 'type' }] })
  const now = ctx.clock.now()
  for (const notice of notices) {
    await db(ctx)
      .insertInto('dispute_notice')
      .values({
        id: ctx.ids.uuid(now),
        network_id: notice.id,
        end_to_end_id: notice.endToEndId,
        amount_cents: notice.amountCents,
        nature: notice.nature,
        description: notice.description ?? null,
        answer_until: notice.answerUntil ?? plusMs(now, ANSWER_WINDOW_MS),
        status: notice.status,
        granted_cents: notice.grantedCents ?? null,
        decided_at: notice.status === 'open' ? null : (notice.decidedAt ?? now),
        state: 'waiting',
        received_at: now,
        updated_at: now,
        correlation_id: ctx.correlationId,
      })
      .onConflict((conflict) =>
        conflict
          .constraint('dispute_notice_once')
          .doUpdateSet((eb) => ({
            status: eb.ref('excluded.status'),
            granted_cents: eb.ref('excluded.granted_cents'),
            decided_at: eb.ref('excluded.decided_at'),
            state: eb.ref('excluded.state'),
            updated_at: eb.ref('excluded.updated_at'),
            correlation_id: eb.ref('excluded.correlation_id'),
          }))
          .where((eb) =>
            eb.and([
              eb('dispute_notice.end_to_end_id', '=', eb.ref('excluded.end_to_end_id')),
              eb('excluded.decided_at', 'is not', null),
              eb.or([
                eb('dispute_notice.decided_at', 'is', null),
                eb('dispute_notice.decided_at', '<', eb.ref('excluded.decided_at')),
              ]),
            ]),
          ),
      )
      .execute()
  }
  return notices.length
}
