import { sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { assertActive } from '../endpoints/assert-active.ts'
import { getEndpoint } from '../endpoints/endpoint.queries.ts'
import { addDeliveries, findReplayedDeliveries, findReplayedEvents } from './find-replayed.ts'
import { lockEndpoint } from '../endpoints/lock-endpoint.ts'
import { assertReplayable, REPLAYED_MAX, type ReplayFilter } from './replay-filter.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.entity.ts'
import { getReplay } from './webhook-replay.queries.ts'
import type { WebhookReplay } from './webhook-replay.entity.ts'

export interface StartReplay {
  /** The reason that the audit entry contains. */
  reason?: string
  /** Called with the number of matched deliveries. If this function throws, the replay does not start. */
  authorize?: (matched: number) => void
}

/**
 * Starts a replay of everything that matches the filter now. The replay sends the same events with new signatures. The
 * replay sends one delivery at a time, at most five per second, so that it does not delay live events. With source
 * `events`, adds the missing deliveries.
 * @throws Problem validation_error: the filter is invalid.
 * @throws Problem validation_error, reason `webhook_replay_too_large`: the filter matches more than is allowed.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`, also when the endpoint is off.
 * @throws Problem conflict, reason `webhook_endpoint_disabled`.
 * @throws Problem conflict, reason `webhook_replay_running`: the endpoint already has a running replay.
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
    // Add the deliveries before locking the endpoint. The search may read many events, and other deliveries to the
    // endpoint must not wait for the search.
    const added = filter.source === 'events' ? await addMissingDeliveries(tx, endpoint, filter) : null
    assertActive(await lockEndpoint(tx, merchantId, endpoint.id))
    await assertNoneRunning(tx, endpoint)
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
 * Adds the missing deliveries of the events that match the filter. Returns the ids of the deliveries of all these
 * events.
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

async function assertNoneRunning(tx: Tx, { merchantId, id }: WebhookEndpoint): Promise<void> {
  const running = await db(tx)
    .selectFrom('webhook_replay')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('endpoint_id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (running) throw new Problem('conflict', { reason: 'webhook_replay_running' })
}

interface NewReplay {
  id: string
  merchantId: string
  filter: ReplayFilter
  /** The ids of the deliveries, in the order of sending. */
  found: readonly string[]
}

/** Inserts the replay and an item for each of its deliveries in one SQL statement. */
async function insertReplay(tx: Tx, { id, merchantId, filter, found }: NewReplay): Promise<void> {
  const now = tx.clock.now()
  const isEmpty = found.length === 0
  await db(tx)
    .with('replay', (query) =>
      query.insertInto('webhook_replay').values({
        id,
        merchant_id: merchantId,
        endpoint_id: filter.endpointId,
        source: filter.source,
        event_types: [...filter.eventTypes],
        delivery_status: filter.status ?? null,
        from_at: filter.from,
        to_at: filter.to,
        include_succeeded: filter.includeSucceeded,
        status: isEmpty ? 'completed' : 'running',
        matched: found.length,
        done: 0,
        failed: 0,
        sent_at: null,
        looked_at: now,
        created_at: now,
        finished_at: isEmpty ? now : null,
      }),
    )
    .insertInto('webhook_replay_item')
    .columns(['replay_id', 'n', 'delivery_id', 'status', 'tries'])
    .expression((query) =>
      query
        .selectFrom(
          sql<{ id: string; n: number }>`unnest(${found}::uuid[]) with ordinality`.as<'found'>(
            sql`found (id, n)`,
          ),
        )
        .select((item) => [
          item.val(id).as('replay_id'),
          'found.n',
          'found.id as delivery_id',
          item.val('waiting').as('status'),
          item.lit(0).as('tries'),
        ]),
    )
    .execute()
}
