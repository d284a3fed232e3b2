import { plusMs } from '../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { LEASE_MS } from './claim-deliveries.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { afterDeliveryAttempt } from './delivery-outcome.ts'
import { endDeliveries } from './end-deliveries.ts'
import { writeResults, type AttemptRow, type DeliveryRow } from './finish-deliveries.sql.ts'

/**
 * Takes back up to `max` deliveries whose engine died, so that they go out again, and ends up to `max` that wait for
 * endpoints which are off or disabled. Answers how many it found.
 */
export async function reapDeliveries(ctx: Context, max: number): Promise<number> {
  const taken = await transaction(ctx, (tx) => takeBack(tx, max))
  const closed = await findClosedLanes(ctx)
  let ended = 0
  for (const status of ['off', 'disabled'] as const) {
    const ids = closed.filter((lane) => lane.status === status).map(({ id }) => id)
    if (ids.length === 0) continue
    const reason = status === 'off' ? 'endpoint_off' : 'endpoint_disabled'
    ended += await transaction(ctx, (tx) => endDeliveries(tx, ids, { reason, max }))
  }
  return taken + ended
}

type ExpiredRow = Pick<
  ClaimedDelivery,
  | 'id'
  | 'merchant_id'
  | 'endpoint_id'
  | 'trigger'
  | 'attempts'
  | 'scheduled_attempts'
  | 'event_created_at'
  | 'resume_at'
  | 'succeeded_at'
> & { lease_until: Date }

async function takeBack(tx: Tx, max: number): Promise<number> {
  const now = tx.clock.now()
  const expired = await sql<ExpiredRow>(
    tx,
    `select id, merchant_id, endpoint_id, trigger, attempts, scheduled_attempts, event_created_at, resume_at,
       succeeded_at, lease_until
     from webhook_delivery where status = 'sending' and lease_until <= $1 order by id limit $2 for update skip locked`,
    [now, max],
  )
  if (expired.length === 0) return 0
  tx.log.warn({ deliveries: expired.length, alarm: 'lease_lost' }, 'webhook leases lost')
  await writeResults(tx, {
    attempts: expired.map(lostAttempt),
    deliveries: expired.map((delivery) => takenBack(delivery, now)),
    endpoints: new Map(),
    hours: [],
  })
  return expired.length
}

function takenBack(delivery: ExpiredRow, now: Date): DeliveryRow {
  const outcome = afterDeliveryAttempt({
    trigger: delivery.trigger,
    scheduledAttempts: delivery.scheduled_attempts,
    eventCreatedAt: delivery.event_created_at,
    resumeAt: delivery.resume_at,
    succeededAt: delivery.succeeded_at,
    errorClass: 'lease_lost',
    retryAfterMs: null,
    endpointStatus: 'active',
    at: now,
    chance: 0,
  })
  return {
    id: delivery.id,
    status: outcome.status,
    next_attempt_at: outcome.nextAttemptAt,
    last_status_code: null,
    last_error: 'lease_lost',
    succeeded_at: outcome.succeededAt,
    finished_at: outcome.finishedAt,
  }
}

function lostAttempt(delivery: ExpiredRow): AttemptRow {
  return {
    merchant_id: delivery.merchant_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
    n: delivery.attempts,
    trigger: delivery.trigger,
    started_at: plusMs(delivery.lease_until, -LEASE_MS),
    duration_ms: LEASE_MS,
    timings: { total: LEASE_MS },
    status_code: null,
    error_class: 'lease_lost',
    error_detail: null,
    remote_ip: null,
    request_headers: {},
    response_headers: {},
    response_body: null,
    response_truncated: false,
  }
}

/** Endpoints that are sent nothing, and yet have deliveries waiting: recorded while they were being closed. */
function findClosedLanes(ctx: Context): Promise<{ id: string; status: 'off' | 'disabled' }[]> {
  return sql(
    ctx,
    `with recursive lane as (
       (select endpoint_id as id from webhook_delivery where status = 'pending' order by endpoint_id limit 1)
       union all
       select (select d.endpoint_id from webhook_delivery d where d.status = 'pending' and d.endpoint_id > lane.id
         order by d.endpoint_id limit 1)
       from lane where lane.id is not null)
     select e.id, e.status from lane join webhook_endpoint e on e.id = lane.id where e.status <> 'active'`,
  )
}
