import { anyUuid } from '../../kernel/database/any-of.ts'
import { plusMs } from '../../kernel/clock.ts'
import { afterCommit, transaction, type Context, type Tx } from '../../kernel/context.ts'
import { eachDueRow, eachMerchant, runnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { db } from '../../kernel/database/tables.ts'
import { LEASE_MS } from './claim-deliveries.ts'
import { afterDeliveryAttempt } from './delivery-outcome.ts'
import { withWaitingEndpoints } from '../deliveries/waiting-endpoints.ts'
import { WEBHOOK_ATTEMPTS } from './count-attempts.ts'
import { endDeliveries } from '../endpoints/end-deliveries.ts'
import { writeResults, type AttemptRow, type DeliveryRow } from './finish-deliveries.sql.ts'

const JOB = 'reap'
const JOB_CLOSED = 'closed-endpoints'
const CLOSED_ENDPOINTS_MAX = 200

/**
 * Reclaims up to `max` deliveries whose lease expired, in one transaction per merchant, so that they are attempted
 * again. Then fails pending deliveries of endpoints that are off or disabled, at most `max` per endpoint. Returns the
 * number of reclaimed and failed deliveries.
 */
export async function reapDeliveries(ctx: Context, max: number): Promise<number> {
  const reclaimed = await eachMerchant(
    ctx,
    { job: JOB, limit: max, find: (first) => findExpired(ctx, first) },
    (_, merchantId, ids) => transaction(ctx, (tx) => reclaim(tx, merchantId, ids)),
  )
  let ended = 0
  const closed = {
    job: JOB_CLOSED,
    limit: CLOSED_ENDPOINTS_MAX,
    find: (first: FindParameters) => findClosed(ctx, first),
  }
  await eachDueRow(ctx, closed, async ({ id, status }) => {
    const reason = status === 'off' ? 'endpoint_off' : 'endpoint_disabled'
    ended += await transaction(ctx, (tx) => endDeliveries(tx, [id], { reason, max }))
  })
  return reclaimed + ended
}

function findExpired(ctx: Context, first: FindParameters): Promise<DueRow[]> {
  const [now, limit] = first
  return db(ctx)
    .selectFrom('webhook_delivery as d')
    .select(['d.merchant_id as merchantId', 'd.id'])
    .where('d.status', '=', 'sending')
    .where('d.lease_until', '<=', now)
    .where(runnable(ctx, JOB, first, { merchantId: 'd.merchant_id', id: 'd.id' }))
    .orderBy('d.id')
    .limit(limit)
    .execute()
}

/**
 * Finds inactive endpoints that still have pending deliveries. Such deliveries exist when the deactivation ended only a
 * part of them, or when their events were recorded at the same time.
 */
function findClosed(ctx: Context, first: FindParameters) {
  const [, limit] = first
  return withWaitingEndpoints(db(ctx))
    .selectFrom('waiting_endpoint')
    .innerJoin('webhook_endpoint as e', 'e.id', 'waiting_endpoint.id')
    .select(['e.merchant_id as merchantId', 'e.id', 'e.status'])
    .where('e.status', '<>', 'active')
    .where(runnable(ctx, JOB_CLOSED, first, { merchantId: 'e.merchant_id', id: 'e.id' }))
    .orderBy('e.id')
    .limit(limit)
    .execute()
}

type ExpiredRow = Awaited<ReturnType<typeof lockExpired>>[number]

/** Locks the deliveries whose lease is still expired. Skips deliveries that another process is reclaiming. */
const lockExpired = (tx: Tx, merchantId: string, ids: readonly string[]) =>
  db(tx)
    .selectFrom('webhook_delivery')
    .select(['id', 'merchant_id', 'endpoint_id', 'trigger', 'attempts', 'scheduled_attempts'])
    .select(['event_created_at', 'resume_at', 'succeeded_at'])
    .select((delivery) => delivery.ref('lease_until').$notNull().as('lease_until'))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyUuid(ids))
    .where('status', '=', 'sending')
    .where('lease_until', '<=', tx.clock.now())
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()

async function reclaim(tx: Tx, merchantId: string, ids: string[]): Promise<void> {
  const now = tx.clock.now()
  const expired = await lockExpired(tx, merchantId, ids)
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
  afterCommit(tx, () => tx.metrics.count(WEBHOOK_ATTEMPTS, { outcome: 'lease_lost' }, expired.length))
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
