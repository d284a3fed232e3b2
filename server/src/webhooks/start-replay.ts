import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/sql.ts'
import { getEndpoint } from './endpoint.queries.ts'
import { lockEndpoint } from './lock-endpoint.ts'
import { assertReplayable, replayable, REPLAYED_MAX, type ReplayFilter } from './replay-filter.ts'
import { getReplay } from './webhook-replay.queries.ts'
import type { WebhookReplay } from './webhook-replay.entity.ts'

export interface StartReplay {
  /** Why, for the record. */
  reason?: string
  /** Told how many were found; what it throws leaves everything as it was. */
  permit?: (matched: number) => void
}

/**
 * Begins to send again every delivery that the filter finds now, however many pages they fill: same events, new
 * signatures, one at a time and at most five a second, so that live events are not held up.
 * @throws Problem validation_error: the filter is none, or, reason `webhook_replay_too_large`, it finds too many.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`, also when it is off.
 * @throws Problem conflict, reason `webhook_endpoint_disabled`, or `webhook_replay_running` while another of it runs.
 */
export async function startReplay(
  ctx: Context,
  merchantId: string,
  filter: ReplayFilter,
  { reason, permit }: StartReplay = {},
): Promise<WebhookReplay> {
  assertReplayable(filter)
  const { id: endpointId } = await getEndpoint(ctx, merchantId, filter.endpointId)
  const id = ctx.ids.uuid(ctx.clock.now())
  await transaction(ctx, async (tx) => {
    const { status } = await lockEndpoint(tx, merchantId, endpointId)
    if (status !== 'active') throw new Problem('conflict', { reason: 'webhook_endpoint_disabled' })
    const running = await sql(tx, RUNNING, [endpointId])
    if (running.length > 0) throw new Problem('conflict', { reason: 'webhook_replay_running' })
    const matched = await insertReplay(tx, id, merchantId, filter)
    if (matched > REPLAYED_MAX) {
      throw new Problem('validation_error', { reason: 'webhook_replay_too_large' })
    }
    permit?.(matched)
    await recordAudit(tx, {
      action: 'webhook_replay.start',
      target: { type: 'webhook_replay', id },
      merchantId,
      ...(reason === undefined ? {} : { reason }),
      after: {
        endpoint_id: endpointId,
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

const RUNNING = `select id from webhook_replay where endpoint_id = $1 and status = 'running'`

/** Answers how many deliveries it found; when they are too many, nothing was written. */
async function insertReplay(tx: Tx, id: string, merchantId: string, filter: ReplayFilter): Promise<number> {
  const now = tx.clock.now()
  const { text, parameters } = replayable(merchantId, filter)
  const [row] = await sql<{ matched: bigint }>(
    tx,
    `with found as materialized (${text}),
     counted as (select count(*) as matched from found),
     replay as (
       insert into webhook_replay (id, merchant_id, endpoint_id, event_types, delivery_status, from_at, to_at,
         include_succeeded, status, matched, done, failed, looked_at, created_at, finished_at)
       select $7::uuid, $1::uuid, $2::uuid, $4::text[], $8::text, $5, $6, $9::boolean,
         case matched when 0 then 'completed' else 'running' end, matched, 0, 0, $10::timestamptz, $10,
         case matched when 0 then $10 end
       from counted where matched <= ${REPLAYED_MAX} returning id),
     item as (
       insert into webhook_replay_item (replay_id, n, delivery_id, status, tries)
       select replay.id, row_number() over (order by found.created_at, found.id), found.id, 'waiting', 0
       from replay cross join found)
     select matched from counted`,
    [...parameters, id, filter.status ?? null, filter.includeSucceeded, now],
  )
  return Number(row?.matched ?? 0)
}
