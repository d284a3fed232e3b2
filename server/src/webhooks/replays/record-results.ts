import { expressionBuilder } from 'kysely'
import { anyUuid } from '../../kernel/database/any-of.ts'
import type { Tx } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { oneIf } from './one-if.ts'

/** The number of lost leases after which a replayed delivery counts as failed. */
const TRIES_MAX = 3

/**
 * Records the results of the deliveries that the replays have sent. Leaves out deliveries whose attempt has not ended.
 * A delivery whose lease was lost waits for another try.
 */
export async function recordResults(tx: Tx, replayIds: readonly string[]): Promise<void> {
  await db(tx)
    .with('settled', () => settledItems(replayIds))
    .with('marked', (query) =>
      query
        .updateTable('webhook_replay_item as i')
        .from('settled')
        .set((item) => ({ status: item.ref('settled.status'), tries: item('i.tries', '+', 1) }))
        .whereRef('i.replay_id', '=', 'settled.replay_id')
        .whereRef('i.n', '=', 'settled.n'),
    )
    .updateTable('webhook_replay as r')
    .from('settled')
    .set((replay) => ({
      done: replay('r.done', '+', oneIf(replay('settled.status', '=', 'done'))),
      failed: replay('r.failed', '+', oneIf(replay('settled.status', '=', 'failed'))),
    }))
    .whereRef('r.id', '=', 'settled.replay_id')
    .execute()
}

/**
 * Selects the sent items that have a result, with their new status. The result is that of the first attempt whose
 * number is above `attempts_before`, because this is the attempt of the replay. A finished delivery without such an
 * attempt counts as failed, because its endpoint was disabled or turned off before. A delivery that was deleted without
 * such an attempt counts as failed, too.
 */
const settledItems = (replayIds: readonly string[]) =>
  expressionBuilder<Tables>()
    .selectFrom('webhook_replay_item as i')
    .leftJoin('webhook_delivery as d', 'd.id', 'i.delivery_id')
    .leftJoinLateral(
      (item) =>
        item
          .selectFrom('webhook_attempt as attempt')
          .select(['attempt.n', 'attempt.error_class'])
          .whereRef('attempt.delivery_id', '=', 'i.delivery_id')
          .whereRef('attempt.n', '>', 'i.attempts_before')
          .orderBy('attempt.n')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .select(['i.replay_id', 'i.n'])
    .select((item) => {
      const mayRetry = item.and([
        item('a.error_class', '=', 'lease_lost'),
        item('i.tries', '<', TRIES_MAX - 1),
      ])
      return item
        .case()
        .when('a.n', 'is', null)
        .then('failed' as const)
        .when('a.error_class', 'is', null)
        .then('done' as const)
        .when(mayRetry)
        .then('waiting' as const)
        .else('failed' as const)
        .end()
        .as('status')
    })
    .where('i.replay_id', '=', anyUuid(replayIds))
    .where('i.status', '=', 'sent')
    .where((item) =>
      item.or([item('a.n', 'is not', null), item('d.id', 'is', null), item('d.finished_at', 'is not', null)]),
    )
