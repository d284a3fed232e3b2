import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { eachDueRow, eachMerchant, isRunnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { sql } from '../../kernel/database/sql.ts'
import { LEASE_MS } from './claim-deliveries.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { afterDeliveryAttempt } from './delivery-outcome.ts'
import { endDeliveries } from '../endpoints/end-deliveries.ts'
import { writeResults, type AttemptRow, type DeliveryRow } from './finish-deliveries.sql.ts'

const JOB = 'reap'
const JOB_CLOSED = 'closed-endpoints'
const CLOSED_ENDPOINTS_MAX = 200

/**
 * Reclaims up to `max` deliveries whose lease expired, so that they are attempted again, in one transaction per
 * merchant. Then ends pending deliveries of endpoints that are off or disabled, up to `max` per endpoint. Returns the
 * number of both.
 */
export async function reapDeliveries(ctx: Context, max: number): Promise<number> {
  const findExpired = (first: FindParameters) => sql<DueRow>(ctx, FIND_EXPIRED, first)
  const reclaimed = await eachMerchant(
    ctx,
    { job: JOB, limit: max, find: findExpired },
    (_, merchantId, ids) => transaction(ctx, (tx) => reclaim(tx, merchantId, ids)),
  )
  let ended = 0
  const findClosed = (first: FindParameters) => sql<ClosedEndpoint>(ctx, FIND_CLOSED, first)
  const closed = { job: JOB_CLOSED, limit: CLOSED_ENDPOINTS_MAX, find: findClosed }
  await eachDueRow(ctx, closed, async ({ id, status }) => {
    const reason = status === 'off' ? 'endpoint_off' : 'endpoint_disabled'
    ended += await transaction(ctx, (tx) => endDeliveries(tx, [id], { reason, max }))
  })
  return reclaimed + ended
}

const FIND_EXPIRED = `
  select merchant_id as "merchantId", id from webhook_delivery
  where status = 'sending' and lease_until <= $1::timestamptz
    and ${isRunnable(JOB, { merchantId: 'merchant_id', id: 'id' })}
  order by id limit $2`

/** An inactive endpoint with pending deliveries: their events were recorded concurrently with its deactivation. */
interface ClosedEndpoint extends DueRow {
  status: 'off' | 'disabled'
}

const FIND_CLOSED = `
  with recursive waiting_endpoint as (
    (select endpoint_id as id from webhook_delivery where status = 'pending' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_delivery d
      where d.status = 'pending' and d.endpoint_id > waiting_endpoint.id order by d.endpoint_id limit 1)
    from waiting_endpoint where waiting_endpoint.id is not null)
  select e.merchant_id as "merchantId", e.id, e.status
  from waiting_endpoint join webhook_endpoint e on e.id = waiting_endpoint.id
  where e.status <> 'active' and ${isRunnable(JOB_CLOSED, { merchantId: 'e.merchant_id', id: 'e.id' })}
  order by e.id limit $2`

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

async function reclaim(tx: Tx, merchantId: string, ids: string[]): Promise<void> {
  const now = tx.clock.now()
  const expired = await sql<ExpiredRow>(
    tx,
    `select id, merchant_id, endpoint_id, trigger, attempts, scheduled_attempts, event_created_at, resume_at,
       succeeded_at, lease_until
     from webhook_delivery
     where merchant_id = $1 and id = any($2::uuid[]) and status = 'sending' and lease_until <= $3
     order by id for update skip locked`,
    [merchantId, ids, now],
  )
  if (expired.length === 0) return
  tx.log.warn(
    { merchant_id: merchantId, deliveries: expired.length, alarm: 'lease_lost' },
    'webhook leases expired: their dispatcher stopped before it recorded the results',
  )
  await writeResults(tx, {
    attempts: expired.map(lostAttempt),
    deliveries: expired.map((delivery) => reclaimedRow(delivery, now)),
    endpoints: new Map(),
    hours: [],
  })
}

function reclaimedRow(delivery: ExpiredRow, now: Date): DeliveryRow {
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
    random: 0,
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
