import { expressionBuilder } from 'kysely'
import { anyUuid } from '../../kernel/database/any-of.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { withinMs } from '../../kernel/database/within-ms.ts'
import { eachMerchant, runnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { recordResults } from './record-results.ts'
import { scheduleNext } from './schedule-next.ts'

const JOB = 'replays'

/**
 * The time limit of one SQL statement, in milliseconds. When a replay ends, one SQL statement deletes up to 10,000
 * items.
 */
const STATEMENT_MS = 2 * 60_000

/**
 * Advances up to `max` running replays. For each replay, records the result of the delivery that it sent, and schedules
 * its next delivery if the pace allows it. Uses one transaction per merchant. Returns the number of advanced replays.
 * Several processes may advance the replays of one database.
 */
export function advanceReplays(ctx: Context, max: number): Promise<number> {
  return eachMerchant(ctx, { job: JOB, limit: max, find: (first) => findRunning(ctx, first) }, advance)
}

function findRunning(ctx: Context, first: FindParameters): Promise<DueRow[]> {
  const [, limit] = first
  return db(ctx)
    .selectFrom('webhook_replay as r')
    .select(['r.merchant_id as merchantId', 'r.id'])
    .where('r.status', '=', 'running')
    .where(runnable(ctx, JOB, first, { merchantId: 'r.merchant_id', id: 'r.id' }))
    .orderBy('r.looked_at')
    .orderBy('r.id')
    .limit(limit)
    .execute()
}

function advance(ctx: Context, merchantId: string, ids: string[]): Promise<void> {
  return withinMs(ctx, STATEMENT_MS, async (tx) => {
    const running = await lockRunning(tx, merchantId, ids)
    if (running.length === 0) return
    await recordResults(tx, running)
    await scheduleNext(tx, running)
    await finish(tx, running)
  })
}

/**
 * Locks the replays that are still running. Skips replays that another process is advancing. Returns the ids of the
 * locked replays.
 */
async function lockRunning(tx: Tx, merchantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom('webhook_replay')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyUuid(ids))
    .where('status', '=', 'running')
    .orderBy('looked_at')
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Ends the replays that are complete. Also ends the replays whose endpoint was disabled or turned off, unless a
 * delivery that the replay sent has no result yet. Deletes the items of the ended replays.
 */
async function finish(tx: Tx, running: readonly string[]): Promise<void> {
  const finished = await endReplays(tx, running)
  for (const { id, status, done, failed } of finished) {
    tx.log.info({ replay_id: id, status, done, failed }, 'webhook replay ended')
  }
  if (finished.length === 0) return
  const ids = finished.map(({ id }) => id)
  await db(tx).deleteFrom('webhook_replay_item').where('replay_id', '=', anyUuid(ids)).execute()
}

function endReplays(tx: Tx, running: readonly string[]) {
  const replay = expressionBuilder<Tables & { r: Tables['webhook_replay'] }, 'r'>()
  const isComplete = replay(replay('r.done', '+', replay.ref('r.failed')), '=', replay.ref('r.matched'))
  const sent = replay
    .selectFrom('webhook_replay_item as i')
    .select('i.n')
    .whereRef('i.replay_id', '=', 'r.id')
    .where('i.status', '=', 'sent')
  return db(tx)
    .updateTable('webhook_replay as r')
    .from('webhook_endpoint as e')
    .set({
      finished_at: tx.clock.now(),
      status: replay
        .case()
        .when(isComplete)
        .then('completed' as const)
        .else('stopped' as const)
        .end(),
    })
    .whereRef('e.id', '=', 'r.endpoint_id')
    .where('r.id', '=', anyUuid(running))
    .where((eb) => eb.or([isComplete, eb.and([eb('e.status', '<>', 'active'), eb.not(eb.exists(sent))])]))
    .returning(['r.id', 'r.status', 'r.done', 'r.failed'])
    .execute()
}
