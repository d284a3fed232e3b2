import type { Context } from '../../kernel/context.ts'
import { getEndpoint } from '../endpoints/endpoint.queries.ts'
import { findReplayedDeliveries, findReplayedEvents } from './find-replayed.ts'
import { assertReplayable, REPLAYED_MAX, type ReplayFilter } from './replay-filter.ts'

/**
 * Counts the deliveries that a replay would send. `exceedsLimit` is true when more deliveries match than a single
 * replay may send. It changes nothing.
 * @throws Problem as `startReplay` for the same filter and endpoint, except conflicts.
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
