import type { Context } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'

/** Moves up to `max` committed events to the feed, in one SQL statement. Returns the number of moved events. */
export async function moveToFeed(ctx: Context, max: number): Promise<number> {
  const [row] = await sql<{ moved: bigint }>(ctx, MOVE, [max])
  return Number(row?.moved ?? 0)
}

// If two sequencers select the same rows of `event_unsequenced`, one waits until the other commits. The rows of
// `event_feed_head` stay locked until the commit. Therefore the numbers of a merchant become visible in order, even if
// two sequencers move different events of the merchant.
const MOVE = prepared(`
  with taken as (
    delete from event_unsequenced where id in (
      select id from event_unsequenced order by id limit $1 for update)
    returning id, merchant_id, event_id, event_created_at),
  head as (
    insert into event_feed_head as h (merchant_id, last_seq)
    select merchant_id, count(*) from taken group by merchant_id order by merchant_id
    on conflict (merchant_id) do update set last_seq = h.last_seq + excluded.last_seq
    returning merchant_id, last_seq),
  placed as (
    insert into event_feed (merchant_id, feed_seq, event_id, event_created_at, sequenced_at)
    select t.merchant_id,
      head.last_seq - count(*) over (partition by t.merchant_id)
        + row_number() over (partition by t.merchant_id order by t.id),
      t.event_id, t.event_created_at, clock_timestamp()
    from taken t join head on head.merchant_id = t.merchant_id
    returning 1)
  select count(*) as moved from placed`)
