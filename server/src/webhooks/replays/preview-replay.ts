import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { getEndpoint } from '../endpoints/endpoint.queries.ts'
import { findReplayedDeliveries, findReplayedEvents } from './find-replayed.ts'
import { assertReplayable, MISSED, REPLAYED_MAX, type ReplayFilter } from './replay-filter.ts'

/**
 * Counts the deliveries that a replay would send. `exceedsLimit` is true when more deliveries match than a single
 * replay may send. Changes nothing.
 * @throws Problem as `startReplay` for the same filter and endpoint, except conflicts and `webhook_replay_too_large`.
 */
export async function previewReplay(
  ctx: Context,
  merchantId: string,
  filter: ReplayFilter,
): Promise<{ matched: number; exceedsLimit: boolean }> {
  assertReplayable(filter)
  const endpoint = await getEndpoint(ctx, merchantId, filter.endpointId)
  const found =
    filter.source === 'events'
      ? await findReplayedEvents(ctx, endpoint, filter)
      : await findReplayedDeliveries(ctx, merchantId, filter)
  return { matched: Math.min(found.length, REPLAYED_MAX), exceedsLimit: found.length > REPLAYED_MAX }
}

/** The number of deliveries in a period, by outcome. */
export interface PeriodOutcomes {
  succeeded: number
  waiting: number
  missed: number
}

/**
 * Counts, by outcome, the deliveries of the period whose event types the filter contains. Reads only the newest 10000
 * deliveries of the period.
 */
export async function countPeriodOutcomes(
  ctx: Context,
  merchantId: string,
  { endpointId, eventTypes, from, to }: ReplayFilter,
): Promise<PeriodOutcomes> {
  const newest = db(ctx)
    .selectFrom('webhook_delivery')
    .select(['status', 'event_type'])
    .where('merchant_id', '=', merchantId)
    .where('endpoint_id', '=', endpointId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(REPLAYED_MAX)
  let counted = db(ctx)
    .selectFrom(newest.as('d'))
    .select(({ fn }) => {
      const count = fn.countAll<bigint>()
      return [
        count.filterWhere('d.status', '=', 'succeeded').as('succeeded'),
        count.filterWhere('d.status', 'in', ['pending', 'sending']).as('waiting'),
        count.filterWhere('d.status', 'in', MISSED).as('missed'),
      ]
    })
  if (eventTypes.length > 0) counted = counted.where('d.event_type', 'in', eventTypes)
  const { succeeded, waiting, missed } = await counted.executeTakeFirstOrThrow()
  return { succeeded: Number(succeeded), waiting: Number(waiting), missed: Number(missed) }
}
