import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

const FORGOTTEN_AT_ONCE = 5_000
const ROUNDS_MAX = 1_000

/**
 * The daily care of the webhooks' tables: makes the coming weeks of events and attempts, and lets go of what is older
 * than 90 days. Answers how many tables and deliveries it made or dropped, finished replays included; repeating it changes nothing.
 */
export async function maintainWebhookPartitions(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const [made] = await sql<{ count: number }>(ctx, 'select maintain_webhook_partitions($1) as count', [now])
  let changed = made?.count ?? 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const [gone] = await sql<{ count: number }>(ctx, 'select forget_webhook_deliveries($1, $2) as count', [
      now,
      FORGOTTEN_AT_ONCE,
    ])
    changed += gone?.count ?? 0
    if ((gone?.count ?? 0) < FORGOTTEN_AT_ONCE) break
  }
  const replays = await sql(ctx, FORGET_REPLAYS, [now])
  return changed + replays.length
}

// As everything else of webhooks; a clock that runs ahead of the database's own drops nothing early.
const FORGET_REPLAYS = `
  delete from webhook_replay
  where finished_at < least($1::timestamptz, clock_timestamp()) - interval '90 days' returning id`
