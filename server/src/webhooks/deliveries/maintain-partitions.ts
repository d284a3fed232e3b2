import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

const DELETE_BATCH = 5_000
const ROUNDS_MAX = 1_000

/**
 * Creates the partitions of the coming weeks for events and attempts, and deletes webhook data older than 90 days. Run
 * it daily. Returns the number of partitions created or dropped and of deliveries and replays deleted. Idempotent.
 */
export async function maintainWebhookPartitions(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const [partitions] = await sql<{ count: number }>(ctx, 'select maintain_webhook_partitions($1) as count', [
    now,
  ])
  let changed = partitions?.count ?? 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const [deleted] = await sql<{ count: number }>(ctx, 'select forget_webhook_deliveries($1, $2) as count', [
      now,
      DELETE_BATCH,
    ])
    changed += deleted?.count ?? 0
    if ((deleted?.count ?? 0) < DELETE_BATCH) break
  }
  const replays = await sql(ctx, DELETE_REPLAYS, [now])
  return changed + replays.length
}

// Uses the earlier of the two clocks, so that a wrong clock of the service deletes nothing early.
const DELETE_REPLAYS = `
  delete from webhook_replay
  where finished_at < least($1::timestamptz, clock_timestamp()) - interval '90 days' returning id`
