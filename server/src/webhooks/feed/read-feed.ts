import type { Context } from '../../kernel/context.ts'
import { plusMs } from '../../kernel/clock.ts'
import { readCursor, writeCursor } from '../../kernel/database/page.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'

const LIST = 'event_feed.v1'
/** The value of `after` with which a reader starts at the end of the feed instead of its beginning. */
export const LATEST = 'latest'
/**
 * How far a reader goes back after a restore, in milliseconds. This margin allows for a difference between the clocks
 * of the old and the new database.
 */
const REWIND_MS = 60_000
const KEPT_MS = 90 * 24 * 3_600_000

/** The last event that a reader has read. */
export interface FeedPlace {
  /** Zero means that the reader has read no event yet. */
  seq: bigint
  eventId: string
  sequencedAt: Date
}

/** An event in the feed. */
export interface FeedEvent {
  feedSeq: bigint
  id: string
  type: string
  version: string
  environment: 'production' | 'sandbox'
  createdAt: Date
  body: string
}

const START: FeedPlace = { seq: 0n, eventId: '', sequencedAt: new Date(0) }

export const writePlace = (ctx: Context, merchantId: string, place: FeedPlace): string =>
  writeCursor(
    ctx.vault,
    LIST,
    { merchantId },
    {
      seq: place.seq.toString(),
      id: place.eventId,
      at: place.sequencedAt.toISOString(),
    },
  )

/**
 * Returns the place in the feed after which a reader continues. Without `after`, this is the beginning of the feed;
 * with LATEST, the end of the feed.
 *
 * A restored database lacks the latest events, and gives the numbers of these events to other events. If the event of
 * the cursor is missing, reading continues earlier: after the last event that was added at least REWIND_MS before the
 * cursor's event. The reader misses no event, but may get events again.
 * @throws Problem validation_error, reason `invalid_cursor` or `cursor_filter_mismatch`.
 */
export async function findPlace(
  ctx: Context,
  merchantId: string,
  after: string | undefined,
): Promise<FeedPlace> {
  if (after === undefined) return START
  if (after === LATEST) return (await lastPlace(ctx, merchantId)) ?? START
  const place = placeIn(ctx, merchantId, after)
  if (place.seq === 0n || (await isInFeed(ctx, merchantId, place))) return place
  ctx.log.warn(
    { merchant_id: merchantId },
    'the feed lacks the last event of a reader; the reader continues at an earlier event',
  )
  return (await lastPlace(ctx, merchantId, plusMs(place.sequencedAt, -REWIND_MS))) ?? START
}

function placeIn(ctx: Context, merchantId: string, cursor: string): FeedPlace {
  try {
    const { seq = '0', id = '', at = '' } = readCursor(ctx.vault, LIST, { merchantId }, cursor)
    return { seq: BigInt(seq), eventId: id, sequencedAt: new Date(at) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = [{ path: 'after', code: 'format' as const }]
    throw new Problem(error.code, { ...error.details, fields })
  }
}

/**
 * Returns whether the feed still has the event of this place. A place older than the retention period counts as in the
 * feed.
 */
async function isInFeed(ctx: Context, merchantId: string, place: FeedPlace): Promise<boolean> {
  if (place.sequencedAt < plusMs(ctx.clock.now(), -KEPT_MS)) return true
  const found = await db(ctx)
    .selectFrom('event_feed')
    .select('event_id')
    .where('merchant_id', '=', merchantId)
    .where('feed_seq', '=', place.seq)
    .executeTakeFirst()
  return found?.event_id === place.eventId
}

async function lastPlace(ctx: Context, merchantId: string, until?: Date): Promise<FeedPlace | undefined> {
  let query = db(ctx)
    .selectFrom('event_feed')
    .select(['feed_seq as seq', 'event_id as eventId', 'sequenced_at as sequencedAt'])
    .where('merchant_id', '=', merchantId)
    .orderBy('feed_seq', 'desc')
    .limit(1)
  if (until) query = query.where('sequenced_at', '<=', until)
  return await query.executeTakeFirst()
}

/** Returns the number of the last event in the feed of a merchant, 0 without events. */
export async function getLastSeq(ctx: Context, merchantId: string): Promise<bigint> {
  const head = await db(ctx)
    .selectFrom('event_feed_head')
    .select('last_seq')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return head?.last_seq ?? 0n
}

/**
 * Reads up to `limit` events after a place, in ascending order. Returns the events with the place of the last event.
 */
export async function readFeed(
  ctx: Context,
  merchantId: string,
  place: FeedPlace,
  limit: number,
): Promise<{ events: FeedEvent[]; last: FeedPlace }> {
  const rows = await db(ctx)
    .selectFrom('event_feed as f')
    .innerJoin('webhook_event as e', (join) =>
      join
        .onRef('e.created_at', '=', 'f.event_created_at')
        .onRef('e.id', '=', 'f.event_id')
        .onRef('e.merchant_id', '=', 'f.merchant_id'),
    )
    .select([
      'f.feed_seq as feedSeq',
      'f.sequenced_at as sequencedAt',
      'e.id',
      'e.type',
      'e.version',
      'e.environment',
      'e.created_at as createdAt',
      'e.body',
    ])
    .where('f.merchant_id', '=', merchantId)
    .where('f.feed_seq', '>', place.seq)
    .orderBy('f.feed_seq')
    .limit(limit)
    .execute()
  const end = rows.at(-1)
  const last = end ? { seq: end.feedSeq, eventId: end.id, sequencedAt: end.sequencedAt } : place
  return { events: rows, last }
}
