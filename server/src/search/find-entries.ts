import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { entryHit, HITS_MAX, type SearchHit } from './search-hits.ts'

/**
 * Finds journal entries by id. The SQL statement looks up each merchant separately, because the index starts with the
 * merchant's id.
 */
export async function findEntriesById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await db(ctx)
    .selectFrom('merchant as m')
    .innerJoin('journal_entry as e', 'e.merchant_id', 'm.id')
    .select(['e.id', 'e.merchant_id as merchantId', 'e.event_type as eventType'])
    .where('e.id', '=', id)
    .limit(HITS_MAX)
    .execute()
  return rows.map(entryHit)
}

/** A range of posting times, both inclusive. */
interface PostingTimes {
  from: Date
  to: Date
}

/**
 * Selects the latest entries of each merchant that have a correlation id. The caller must give a range of posting
 * times, because an index contains the posting time but no index contains the correlation id.
 */
export function selectPostedBy(ctx: Context, correlationId: string, { from, to }: PostingTimes) {
  const entries = db(ctx)
    .selectFrom('journal_entry as e')
    .select(['e.id', 'e.merchant_id as merchantId', 'e.event_type as eventType', 'e.posted_at as at'])
    // The index journal_entry_by_time starts with `merchant_id::text`.
    .where((entry) => entry(entry.cast('e.merchant_id', 'text'), '=', entry.cast(sql.ref('m.id'), 'text')))
    .where((entry) => entry.between('e.posted_at', from, to))
    .where('e.correlation_id', '=', correlationId)
    .orderBy('e.posted_at', 'desc')
    .orderBy('e.seq', 'desc')
    .limit(HITS_MAX)
  return db(ctx).selectFrom('merchant as m').crossJoinLateral(entries.as('found')).selectAll('found')
}

/** Finds the latest journal entries with a correlation id. */
export async function findEntriesByCorrelation(
  ctx: Context,
  correlationId: string,
  times: PostingTimes,
): Promise<SearchHit[]> {
  const rows = await selectPostedBy(ctx, correlationId, times)
    .orderBy('found.at', 'desc')
    .orderBy('found.id', 'desc')
    .limit(HITS_MAX)
    .execute()
  return rows.map(entryHit)
}
