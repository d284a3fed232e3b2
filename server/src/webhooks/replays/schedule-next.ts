import { expressionBuilder, sql, type Expression, type QueryCreator, type SqlBool } from 'kysely'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { plusMs } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { resumeAt } from '../deliveries/resume-at.ts'
import { oneIf } from './one-if.ts'

/**
 * The shortest time between two deliveries of a replay, in milliseconds. So a replay sends at most five deliveries per
 * second.
 */
export const REPLAY_PACE_MS = 200

/**
 * Schedules the next delivery of each replay, after the deliveries that are already due. Skips a replay whose last
 * delivery has no result yet, or was sent less than REPLAY_PACE_MS ago. A delivery that is currently being sent waits
 * for the next run. Unless the replay includes succeeded deliveries, a delivery that has already succeeded counts as
 * done without an attempt. A delivery that is already waiting for a manual replay keeps the trigger `manual`.
 */
export async function scheduleNext(tx: Tx, replayIds: readonly string[]): Promise<void> {
  const now = tx.clock.now()
  await db(tx)
    .with('candidate', () => nextItems(replayIds, plusMs(now, -REPLAY_PACE_MS)))
    .with('locked', (query) =>
      query
        .selectFrom('webhook_delivery as d')
        .select(['d.id', 'd.attempts', 'd.succeeded_at'])
        .where('d.id', 'in', (candidates) => candidates.selectFrom('candidate').select('delivery_id'))
        .where('d.status', '<>', 'sending')
        .orderBy('d.id')
        .forUpdate()
        .skipLocked(),
    )
    .with('decided', decidedItems)
    .with('scheduled', (query) =>
      query
        .updateTable('webhook_delivery')
        .from('decided')
        .set((delivery) => ({
          status: 'pending',
          next_attempt_at: now,
          finished_at: null,
          trigger: delivery
            .case()
            .when(isManual())
            .then('manual' as const)
            .else('bulk' as const)
            .end(),
          resume_at: resumeAt(),
        }))
        .whereRef('webhook_delivery.id', '=', 'decided.delivery_id')
        .where('decided.status', '=', 'sent'),
    )
    .with('marked', (query) =>
      query
        .updateTable('webhook_replay_item as i')
        .from('decided')
        .set((item) => ({
          status: item.ref('decided.status'),
          attempts_before: item.ref('decided.attempts'),
        }))
        .whereRef('i.replay_id', '=', 'decided.replay_id')
        .whereRef('i.n', '=', 'decided.n'),
    )
    .updateTable('webhook_replay as r')
    .from(sql<{ id: string }>`unnest(${replayIds}::uuid[])`.as<'running'>(sql`running (id)`))
    .leftJoin('decided', 'decided.replay_id', 'running.id')
    .set((replay) => ({
      looked_at: now,
      done: replay('r.done', '+', oneIf(replay('decided.status', '=', 'done'))),
      failed: replay('r.failed', '+', oneIf(replay('decided.status', '=', 'failed'))),
      sent_at: replay
        .case()
        .when('decided.status', '=', 'sent')
        .then(now)
        .else(replay.ref('r.sent_at'))
        .end(),
    }))
    .whereRef('r.id', '=', 'running.id')
    .execute()
}

/**
 * Selects the next waiting item of each replay whose endpoint is active. Leaves out replays that sent a delivery after
 * `sentBefore`, and replays that sent a delivery without a result yet.
 */
const nextItems = (replayIds: readonly string[], sentBefore: Date) =>
  expressionBuilder<Tables>()
    .selectFrom('webhook_replay as r')
    .innerJoin('webhook_endpoint as e', 'e.id', 'r.endpoint_id')
    .crossJoinLateral((replay) =>
      replay
        .selectFrom('webhook_replay_item as next')
        .select(['next.n', 'next.delivery_id'])
        .whereRef('next.replay_id', '=', 'r.id')
        .where('next.status', '=', 'waiting')
        .orderBy('next.n')
        .limit(1)
        .as('i'),
    )
    .select(['r.id as replay_id', 'r.include_succeeded', 'i.n', 'i.delivery_id'])
    .where('e.status', '=', 'active')
    .where('r.id', '=', anyUuid(replayIds))
    .where((replay) => replay.or([replay('r.sent_at', 'is', null), replay('r.sent_at', '<=', sentBefore)]))
    .where((replay) =>
      replay.not(
        replay.exists(
          replay
            .selectFrom('webhook_replay_item as sent')
            .select('sent.n')
            .whereRef('sent.replay_id', '=', 'r.id')
            .where('sent.status', '=', 'sent'),
        ),
      ),
    )

type Decidable = Tables & {
  candidate: { replay_id: string; include_succeeded: boolean; n: number; delivery_id: string }
  locked: { id: string; attempts: number; succeeded_at: Date | null }
}

/**
 * Selects the items whose delivery was deleted or is locked by this transaction, each with its new status. Leaves out
 * items whose delivery is being sent or is locked by another transaction.
 */
const decidedItems = (query: QueryCreator<Decidable>) =>
  query
    .selectFrom('candidate as c')
    .leftJoin('locked', 'locked.id', 'c.delivery_id')
    .leftJoin('webhook_delivery as d', 'd.id', 'c.delivery_id')
    .select(['c.replay_id', 'c.n', 'c.delivery_id', 'locked.attempts'])
    .select((item) => {
      const isRedundant = item.and([
        item('locked.succeeded_at', 'is not', null),
        item('c.include_succeeded', '=', false),
      ])
      return item
        .case()
        .when('locked.id', 'is', null)
        .then('failed' as const)
        .when(isRedundant)
        .then('done' as const)
        .else('sent' as const)
        .end()
        .as('status')
    })
    .where((item) => item.or([item('locked.id', 'is not', null), item('d.id', 'is', null)]))

/** Returns the condition that the delivery waits for a manual replay. */
function isManual(): Expression<SqlBool> {
  const delivery = expressionBuilder<Tables, 'webhook_delivery'>()
  return delivery.and([
    delivery('webhook_delivery.status', '=', 'pending'),
    delivery('webhook_delivery.trigger', '=', 'manual'),
  ])
}
