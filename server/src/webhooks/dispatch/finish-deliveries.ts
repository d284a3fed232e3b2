import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { countAttempts, type RecordedAttempt } from './count-attempts.ts'
import { afterDeliveryAttempt } from './delivery-outcome.ts'
import { afterAttempt, type AttemptOutcome, type EndpointCondition } from '../endpoints/endpoint-condition.ts'
import { stopEventOf } from '../health/endpoint-alarm.ts'
import { isAboutEndpoint } from '../events/event-types.ts'
import { writeResults, type AttemptRow, type DeliveryRow, type HourRow } from './finish-deliveries.sql.ts'
import { lockClaimed, lockEndpoints } from './lock-claimed.ts'
import { latencyBound } from '../health/latency.ts'
import { logAttempts, type RecordingResult } from './log-attempts.ts'
import { recordStoppedById } from '../endpoints/record-stopped-endpoint.ts'
import { recordSuccesses } from './record-successes.sql.ts'
import { parseRetryAfter } from './retry-schedule.ts'
import type { CompletedAttempt } from './send-delivery.ts'

const HOUR_MS = 3_600_000

/**
 * Records attempts: adds them to the attempt log and updates their deliveries and endpoints. Ignores an attempt whose
 * lease was lost, because another dispatcher now owns its delivery. Returns the number of recorded attempts.
 */
export async function finishDeliveries(ctx: Context, attempts: readonly CompletedAttempt[]): Promise<number> {
  if (attempts.length === 0) return 0
  const result = attempts.every(hasSucceeded)
    ? await finishSucceeded(ctx, attempts)
    : await finishMixed(ctx, attempts)
  logAttempts(ctx, attempts, result)
  countAttempts(ctx, result.recorded)
  return result.recorded.length
}

const hasSucceeded = ({ result }: CompletedAttempt): boolean => result.errorClass === null

/** Records successful attempts, the usual case, in one round trip to the database. */
async function finishSucceeded(
  ctx: Context,
  attempts: readonly CompletedAttempt[],
): Promise<RecordingResult> {
  const rows = attempts.map((attempt) => ({
    ...attemptRow(attempt),
    claim_id: attempt.delivery.claim_id,
    hour: hourOf(attempt),
    latency_ms_max: latencyBound(attempt.result.timings.total),
  }))
  const lastFailures = await recordSuccesses(ctx, rows, ctx.clock.now())
  return {
    recorded: attempts.flatMap((attempt) => {
      const lastFailureAt = lastFailures.get(attempt.delivery.id)
      return lastFailureAt === undefined ? [] : [{ attempt, status: 'succeeded', lastFailureAt }]
    }),
    before: new Map(),
    after: new Map(),
  }
}

function finishMixed(ctx: Context, attempts: readonly CompletedAttempt[]): Promise<RecordingResult> {
  return transaction(ctx, async (tx) => {
    const before = await lockEndpoints(tx, endpointIds(attempts))
    const claims = attempts.map(({ delivery }) => delivery)
    const claimedIds = await lockClaimed(tx, claims)
    const claimed = attempts.filter(({ delivery }) => claimedIds.has(delivery.id))
    const recorded: RecordedAttempt[] = []
    const now = tx.clock.now()
    const after = new Map<string, EndpointCondition>()
    const deliveries: DeliveryRow[] = []
    for (const attempt of claimed) {
      const { endpoint_id: id } = attempt.delivery
      const condition = after.get(id) ?? before.get(id)
      if (!condition) throw new Error(`BUG: delivery ${attempt.delivery.id}: endpoint ${id} does not exist`)
      const updated = afterAttempt(condition, outcomeOf(attempt, now))
      after.set(id, updated)
      const retry = { now, endpointStatus: updated.status, random: randomFraction(tx) }
      const row = deliveryRow(attempt, retry)
      deliveries.push(row)
      const lastFailureAt = before.get(id)?.lastFailureAt ?? null
      recorded.push({ attempt, status: row.status, lastFailureAt })
    }
    await writeResults(tx, {
      attempts: claimed.map(attemptRow),
      deliveries,
      endpoints: after,
      hours: hourRows(claimed),
    })
    await recordStopEvents(tx, before, after)
    return { recorded, before, after }
  })
}

/**
 * Records an event for each endpoint that the attempts disabled, or paused for the first time since the endpoint's last
 * success.
 */
async function recordStopEvents(
  tx: Tx,
  before: Map<string, EndpointCondition>,
  after: Map<string, EndpointCondition>,
): Promise<void> {
  for (const [id, condition] of after) {
    const was = before.get(id)
    const type = was ? stopEventOf(was, condition) : null
    if (type) await recordStoppedById(tx, id, type)
  }
}

const endpointIds = (attempts: readonly CompletedAttempt[]): string[] =>
  Array.from(new Set(attempts.map(({ delivery }) => delivery.endpoint_id)))

const randomFraction = (ctx: Context): number => ctx.ids.bytes(4).readUInt32BE() / 2 ** 32

function outcomeOf({ delivery, result }: CompletedAttempt, at: Date): AttemptOutcome {
  return {
    at,
    kind: kindOf(result),
    // A failed delivery of an event about another endpoint must not pause this endpoint. The pause would emit another
    // event about an endpoint, and two failing endpoints would emit events about each other forever.
    counts: delivery.trigger === 'auto' && !isAboutEndpoint(delivery.event_type),
    errorClass: result.errorClass,
    statusCode: result.statusCode,
    retryAfterMs: parseRetryAfter(result.responseHeaders['retry-after'], at),
  }
}

function kindOf({ errorClass, statusCode }: CompletedAttempt['result']): AttemptOutcome['kind'] {
  if (errorClass === null) return 'succeeded'
  if (errorClass === 'internal') return 'unsent'
  if (errorClass === 'rate_limited') return 'rate_limited'
  return statusCode === 410 ? 'gone' : 'failed'
}

interface RetryContext {
  now: Date
  endpointStatus: EndpointCondition['status']
  random: number
}

function deliveryRow({ delivery, result }: CompletedAttempt, retry: RetryContext): DeliveryRow {
  const mayDelayRetry = result.statusCode === 429 || result.statusCode === 503
  const outcome = afterDeliveryAttempt({
    trigger: delivery.trigger,
    scheduledAttempts: delivery.scheduled_attempts,
    eventCreatedAt: delivery.event_created_at,
    resumeAt: delivery.resume_at,
    succeededAt: delivery.succeeded_at,
    errorClass: result.errorClass,
    retryAfterMs: mayDelayRetry ? parseRetryAfter(result.responseHeaders['retry-after'], retry.now) : null,
    endpointStatus: retry.endpointStatus,
    at: retry.now,
    random: retry.random,
  })
  return {
    id: delivery.id,
    status: outcome.status,
    next_attempt_at: outcome.nextAttemptAt,
    last_status_code: result.statusCode,
    last_error: result.errorClass,
    succeeded_at: outcome.succeededAt,
    finished_at: outcome.finishedAt,
  }
}

function attemptRow({ delivery, startedAt, requestHeaders, result }: CompletedAttempt): AttemptRow {
  return {
    merchant_id: delivery.merchant_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
    n: delivery.attempts,
    trigger: delivery.trigger,
    started_at: startedAt,
    duration_ms: result.timings.total,
    timings: result.timings,
    status_code: result.statusCode,
    error_class: result.errorClass,
    error_detail: result.errorDetail,
    remote_ip: result.remoteIp,
    request_headers: requestHeaders,
    response_headers: result.responseHeaders,
    response_body: result.statusCode === null ? null : result.responseBody.toString('base64'),
    response_truncated: result.responseTruncated,
  }
}

const hourOf = ({ startedAt }: CompletedAttempt): Date =>
  new Date(Math.floor(startedAt.getTime() / HOUR_MS) * HOUR_MS)

function hourRows(attempts: readonly CompletedAttempt[]): HourRow[] {
  const rows = new Map<string, HourRow>()
  for (const attempt of attempts) {
    const { delivery, result } = attempt
    const hour = hourOf(attempt)
    const outcome = result.errorClass ?? 'succeeded'
    const bound = latencyBound(result.timings.total)
    const key = [delivery.endpoint_id, hour.getTime(), outcome, bound].join(' ')
    const row = rows.get(key)
    if (row) row.attempts += 1
    else {
      const { merchant_id, endpoint_id } = delivery
      rows.set(key, { merchant_id, endpoint_id, hour, outcome, latency_ms_max: bound, attempts: 1 })
    }
  }
  return Array.from(rows.values()).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/**
 * Returns the sort key of a row of hourly counts. All dispatchers write rows in this order, which prevents deadlocks.
 */
const keyOf = (row: HourRow): string => [row.endpoint_id, row.outcome, row.latency_ms_max].join(' ')
