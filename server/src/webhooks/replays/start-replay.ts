import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { assertActive } from '../endpoints/assert-active.ts'
import { getEndpoint } from '../endpoints/endpoint.queries.ts'
import { addDeliveries, findReplayedDeliveries, findReplayedEvents } from './find-replayed.sql.ts'
import { lockEndpoint } from '../endpoints/lock-endpoint.ts'
import { assertReplayable, REPLAYED_MAX, type ReplayFilter } from './replay-filter.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.entity.ts'
import { getReplay } from './webhook-replay.queries.ts'
import type { WebhookReplay } from './webhook-replay.entity.ts'

export interface StartReplay {
  /** The reason for the audit entry. */
  reason?: string
  /** Called with the number of matched deliveries. When it throws, the replay does not start. */
  authorize?: (matched: number) => void
}

/**
 * Starts a replay of everything that matches the filter now: the same events with new signatures. The replay sends one
 * delivery at a time, at most five per second, so that it does not delay live events. With source `events`, adds the
 * missing deliveries.
 * @throws Problem validation_error: an invalid filter or, reason `webhook_replay_too_large`, more matches than allowed.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`, also when the endpoint is off.
 * @throws Problem conflict, reason `webhook_endpoint_disabled`, or `webhook_replay_running` when the endpoint already
 *   has a running replay.
 */
export async function startReplay(
  ctx: Context,
  merchantId: string,
  filter: ReplayFilter,
  { reason, authorize }: StartReplay = {},
): Promise<WebhookReplay> {
  assertReplayable(filter)
  const endpoint = await getEndpoint(ctx, merchantId, filter.endpointId)
  assertActive(endpoint)
  const id = ctx.ids.uuid(ctx.clock.now())
  await transaction(ctx, async (tx) => {
    // Runs before the lock: the search may read many events, and deliveries must not wait for it.
    const added = filter.source === 'events' ? await addMissingDeliveries(tx, endpoint, filter) : null
    assertActive(await lockEndpoint(tx, merchantId, endpoint.id))
    const running = await sql(tx, RUNNING, [endpoint.id])
    if (running.length > 0) throw new Problem('conflict', { reason: 'webhook_replay_running' })
    const found = added ?? (await findReplayedDeliveries(tx, merchantId, filter))
    const matched = found.length
    if (matched > REPLAYED_MAX) throw tooLarge()
    authorize?.(matched)
    await insertReplay(tx, { id, merchantId, filter, found })
    await recordAudit(tx, {
      action: 'webhook_replay.start',
      target: { type: 'webhook_replay', id },
      merchantId,
      ...(reason === undefined ? {} : { reason }),
      after: {
        endpoint_id: endpoint.id,
        source: filter.source,
        event_types: filter.eventTypes,
        status: filter.status ?? null,
        from: filter.from.toISOString(),
        to: filter.to.toISOString(),
        include_succeeded: filter.includeSucceeded,
        matched,
      },
    })
  })
  return getReplay(ctx, merchantId, id)
}

const tooLarge = (): Problem => new Problem('validation_error', { reason: 'webhook_replay_too_large' })

/**
 * Adds the missing deliveries of the events that match the filter. Returns the ids of their deliveries.
 * @throws Problem validation_error, reason `webhook_replay_too_large`.
 */
async function addMissingDeliveries(
  tx: Tx,
  endpoint: WebhookEndpoint,
  filter: ReplayFilter,
): Promise<string[]> {
  const events = await findReplayedEvents(tx, endpoint, filter)
  if (events.length > REPLAYED_MAX) throw tooLarge()
  return await addDeliveries(tx, endpoint, events)
}

const RUNNING = `select id from webhook_replay where endpoint_id = $1 and status = 'running'`

interface NewReplay {
  id: string
  merchantId: string
  filter: ReplayFilter
  /** The deliveries to send, in order. */
  found: readonly string[]
}

async function insertReplay(tx: Tx, { id, merchantId, filter, found }: NewReplay): Promise<void> {
  await sql(tx, INSERT, [
    id,
    merchantId,
    filter.endpointId,
    filter.source,
    filter.eventTypes,
    filter.status ?? null,
    filter.from,
    filter.to,
    filter.includeSucceeded,
    tx.clock.now(),
    found,
  ])
}

const INSERT = `
  with replay as (
    insert into webhook_replay (id, merchant_id, endpoint_id, source, event_types, delivery_status, from_at, to_at,
      include_succeeded, status, matched, done, failed, looked_at, created_at, finished_at)
    select $1::uuid, $2::uuid, $3::uuid, $4, $5::text[], $6, $7, $8, $9::boolean,
      case matched when 0 then 'completed' else 'running' end, matched, 0, 0, $10::timestamptz, $10,
      case matched when 0 then $10 end
    from (select cardinality($11::uuid[]) as matched) counted)
  insert into webhook_replay_item (replay_id, n, delivery_id, status, tries)
  select $1::uuid, found.n, found.id, 'waiting', 0 from unnest($11::uuid[]) with ordinality as found (id, n)`
