import type { Context } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'

/** Moves up to `max` committed events to the feed, in one round trip. Returns the number of moved events. */
export async function moveToFeed(ctx: Context, max: number): Promise<number> {
  const [row] = await sql<{ moved: bigint }>(ctx, MOVE, [max])
  return Number(row?.moved ?? 0)
}

const MOVE = prepared('select sequence_events($1) as moved')
